import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KnownReferences } from './check-references.ts'
import { type SourceFile, sourceFiles } from './files.ts'
import { ROOT } from './run.ts'
import { rowIds } from './spec-map.ts'

const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Everything that can be cited. */
export const citableReferences = (): KnownReferences => ({
  decisions: new Set(readdirSync(join(ROOT, 'docs', 'decisions')).flatMap((name) => /^\d{4}/.exec(name) ?? [])),
  rows: new Set(rowIds(text('docs/spec-map.md'))),
  sections: new Set([...text('docs/product.md').matchAll(/^### (\d+\.\d+) /gm)].map(([_whole, number = '']) => number)),
  hasPath: (path) => existsSync(join(ROOT, path)),
  isBelow,
})

let files: string[] | undefined
function isBelow(folder: string, name: string): boolean {
  files ??= sourceFiles(ROOT, folders())
  const form = name.replaceAll(/[.*]/g, (sign) => (sign === '.' ? String.raw`\.` : '[^/]*'))
  const found = new RegExp(`(?:^|/)${form}${name.endsWith('/') ? '' : '$'}`)
  return files.some((path) => path.startsWith(folder) && found.test(path.slice(folder.length)))
}

const folders = (): string[] =>
  readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$|^dist$/.test(entry.name))
    .map(({ name }) => name)

const WRITTEN = /\.(?:ts|tsx|js|mjs|css|sql|md|html|conf|swift|java|kt|ya?ml)$/
/**
 * Exempt: tests of invalid citations, partners' documents, and migrations, which are immutable once they have run.
 */
const EXCUSED = /^tools\/check-references\.|^content\/partners\/|^server\/migrations\//

export function citingFiles(): SourceFile[] {
  const entries = readdirSync(ROOT, { withFileTypes: true })
  const top = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  return [...top, ...sourceFiles(ROOT, folders())]
    .filter((path) => WRITTEN.test(path) && !EXCUSED.test(path))
    .map((path) => ({ path, text: text(path) }))
}

import type { SourceFile } from './files.ts'

/** `| A2.3 | what | where | done | tests |` of docs/spec-map.md. */
const ROW = /^(\| ([ABC]\d+\.\d+) \|.* \|([^|]*)\|)([^|]*)\|$/gm
/** The tags that end a title, before its closing quote. */
const TAGS = /(?: \[[ABC]\d+\.\d+\])+(?=['"`])/g

interface Row {
  id: string
  done: string
}
const rowsOf = (map: string): Row[] =>
  [...map.matchAll(ROW)].map(([_row, _start, id = '', done = '']) => ({ id, done: done.trim() }))

export const rowIds = (map: string): string[] => rowsOf(map).map(({ id }) => id)

/** The files by the ids that their test titles carry. */
export function taggedFiles(tests: readonly SourceFile[]): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const { path, text } of tests) {
    const tags = (text.match(TAGS) ?? []).join('').match(/[ABC][\d.]+/g)
    for (const id of new Set(tags)) files.set(id, [...(files.get(id) ?? []), path])
  }
  return files
}

/** The map with its tests column regenerated. */
export const fillTestsColumn = (map: string, files: ReadonlyMap<string, readonly string[]>): string =>
  map.replaceAll(ROW, (_row, start: string, id: string) => {
    const tests = files.get(id)?.map((file) => `\`${file}\``)
    return `${start} ${(tests ?? []).join(', ')} |`
  })

/** `yes`, or `partly: …` or `no: …` with what is missing. */
const DONE = /^(?:yes|(?:partly|no): \S.*)$/

/** Rows without a state, done rows without a test, and tags without a row. */
export function mapProblems(map: string, files: ReadonlyMap<string, readonly string[]>): string[] {
  const rows = rowsOf(map)
  const ids = new Set(rowIds(map))
  return [
    ...rows
      .filter(({ done }) => !DONE.test(done))
      .map(({ id, done }) => `${id} is neither yes, partly nor no: ${done}`),
    ...rows.filter(({ id, done }) => done === 'yes' && !files.has(id)).map(({ id }) => `${id} has no test`),
    ...[...files].filter(([id]) => !ids.has(id)).map(([id, paths]) => `${id} is not in the map: ${paths.join(', ')}`),
  ]
}

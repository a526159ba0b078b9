import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { arrowProblems } from './check-arrows.ts'
import { formProblems } from './check-forms.ts'
import { loadingProblems } from './check-loading.ts'
import { readProblems } from './check-reads.ts'
import { referenceProblems } from './check-references.ts'
import { circleProblems, roomProblems, sqlProblems } from './check-rooms.ts'
import { sourceFiles } from './files.ts'
import { citing, known } from './references.ts'
import { type Outcome, ROOT, run } from './run.ts'

/** A check of the sources, without running the product. */
export interface Check {
  name: string
  run(): Promise<Outcome>
}

export const CHECKS: Check[] = [
  { name: 'types of the server', run: () => tool('tsc', '-p', 'tsconfig.json') },
  { name: 'types of the browser', run: () => tool('tsc', '-p', 'tsconfig.browser.json') },
  { name: 'types of the journeys', run: () => tool('tsc', '-p', 'tsconfig.e2e.json') },
  { name: 'lint and format', run: () => tool('biome', 'check', '--colors=off', '.') },
  { name: 'arrows', run: async () => outcome(arrowProblems(code().filter(({ path }) => !path.endsWith('.css')))) },
  { name: 'rooms', run: async () => outcome(roomProblems(code().map(({ path }) => path))) },
  { name: 'statements to the database', run: async () => outcome(sqlProblems(code())) },
  { name: 'circles', run: async () => outcome(circleProblems(code().filter(({ path }) => !path.endsWith('.css')))) },
  { name: 'code that comes later', run: async () => outcome(loadingProblems(code())) },
  { name: 'reads', run: async () => outcome(readProblems(code())) },
  { name: 'forms in dialogs', run: async () => outcome(formProblems(code())) },
  { name: 'references', run: async () => outcome(referenceProblems(citing(), known())) },
]

const tool = (name: string, ...args: string[]) => run(join(ROOT, 'node_modules', '.bin', name), args)

const outcome = (problems: string[]): Outcome => ({ code: problems.length > 0 ? 1 : 0, output: problems.join('\n') })

const isCode = (path: string): boolean => /\.(ts|tsx|mjs|css|html)$/.test(path)

function code() {
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const names = folders.map((folder) => folder.name).filter((name) => !/^\.|^node_modules$/.test(name))
  return sourceFiles(ROOT, names)
    .filter(isCode)
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

/** Runs checks side by side and tells how each went, in their order; true for each that passed. */
export async function passEach(checks: readonly Check[]): Promise<boolean[]> {
  const outcomes = checks.map(({ run }) => run())
  const passed: boolean[] = []
  for (const [place, { name }] of checks.entries()) {
    const { code, output } = (await outcomes[place]) ?? { code: 1, output: '' }
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
    if (code !== 0) console.log(`${output.trim()}\n`)
    passed.push(code === 0)
  }
  return passed
}

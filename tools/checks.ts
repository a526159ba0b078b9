import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importProblems } from './check-imports.ts'
import { nameProblems, retiredWords } from './check-names.ts'
import { referenceProblems } from './check-references.ts'
import { sourceFiles } from './files.ts'
import { citableReferences, citingFiles } from './references.ts'
import { ROOT, type RunResult, run } from './run.ts'

/** A static check of the sources. */
export interface Check {
  name: string
  run(): Promise<RunResult>
}

export const CHECKS: Check[] = [
  { name: 'types of the server', run: () => types('tsconfig.json') },
  { name: 'types of the browser', run: () => types('tsconfig.browser.json') },
  { name: 'types of the journeys', run: () => types('tsconfig.e2e.json') },
  { name: 'lint and format', run: () => tool('biome', 'check', '--colors=off', '.') },
  { name: 'import directions', run: async () => outcome(importProblems(code())) },
  { name: 'names', run: async () => outcome(nameProblems(code(), retiredWords(retired()))) },
  { name: 'references', run: async () => outcome(referenceProblems(citingFiles(), citableReferences())) },
]

const tool = (name: string, ...args: string[]) => run(join(ROOT, 'node_modules', '.bin', name), args)

/** Incremental: 9 s instead of 48 when nothing changed. */
const types = (config: string) =>
  tool(
    'tsc',
    '-p',
    config,
    '--incremental',
    '--tsBuildInfoFile',
    join('node_modules', '.cache', 'tsc', `${config}.tsbuildinfo`),
  )

const outcome = (problems: string[]): RunResult => ({ code: problems.length > 0 ? 1 : 0, output: problems.join('\n') })

const retired = () => readFileSync(join(ROOT, 'tools', 'retired-names.txt'), 'utf8')

const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path)

function code() {
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const names = folders.map((folder) => folder.name).filter((name) => !/^\.|^node_modules$/.test(name))
  return sourceFiles(ROOT, names)
    .filter(isCode)
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

/** Runs the checks in parallel and prints the outcomes in order; true for each that passed. */
export async function runChecks(checks: readonly Check[]): Promise<boolean[]> {
  const outcomes = checks.map(({ run }) => run())
  const passed: boolean[] = []
  for (const [index, { name }] of checks.entries()) {
    const { code, output } = (await outcomes[index]) ?? { code: 1, output: '' }
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
    if (code !== 0) console.log(`${output.trim()}\n`)
    passed.push(code === 0)
  }
  return passed
}

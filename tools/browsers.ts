import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Outcome, ROOT, run } from './run.ts'

const BUILT = '{web/dist/client,web/dist/frame,desk/dist/client}/**/*.js'
/** A `(?<=` or `(?<!`, which Safari before 16.4 cannot read; es-check does not know it. */
const LOOKBEHIND = /\(\?<[=!]/

/** Whether the built files contain nothing of the language that a supported browser lacks (docs/browsers.md). */
export async function checkBrowsers(): Promise<Outcome> {
  const lookbehinds = globSync(BUILT, { cwd: ROOT }).filter((path) =>
    LOOKBEHIND.test(readFileSync(join(ROOT, path), 'utf8')),
  )
  const esCheck = join(ROOT, 'node_modules', '.bin', 'es-check')
  const { code, output } = await run(esCheck, ['checkBrowser', '--checkFeatures', '--module', BUILT])
  const problems = lookbehinds.map((path) => `${path} has a regular expression with lookbehind`)
  return { code: code || problems.length, output: [...problems, ...(code ? [output] : [])].join('\n') }
}

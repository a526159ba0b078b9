import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildStale } from './builds.ts'
import { CHECKS, type Check, runChecks } from './checks.ts'
import { findChromium } from './chromium.ts'
import { ensureCoturn, ensureDebootstrap, ensureNginx } from './debian.ts'
import { Problem } from './preflight.mjs'
import { type Tally, tallyPlaywright, tallyVitest } from './reports.ts'
import { main, ROOT, type RunResult, run } from './run.ts'

const BUILT = '{web/dist/client,web/dist/frame,desk/dist/client}/**/*.js'
/** A `(?<=` or `(?<!`, which Safari before 16.4 cannot read; es-check does not know it. */
const LOOKBEHIND = /\(\?<[=!]/

/** Whether the built files use only syntax that the supported browsers have (docs/browsers.md). */
async function checkBrowsers(): Promise<RunResult> {
  const lookbehinds = globSync(BUILT, { cwd: ROOT }).filter((path) =>
    LOOKBEHIND.test(readFileSync(join(ROOT, path), 'utf8')),
  )
  const esCheck = join(ROOT, 'node_modules', '.bin', 'es-check')
  const { code, output } = await run(esCheck, ['checkBrowser', '--checkFeatures', '--module', BUILT])
  const problems = lookbehinds.map((path) => `${path} has a regular expression with lookbehind`)
  return { code: code || problems.length, output: [...problems, ...(code ? [output] : [])].join('\n') }
}

// `npm test` runs the gate: the checks, the fast Vitest tests, and the journeys tagged `@gate`. `npm run test:all`
// runs every test, or with `-- --shard 1/4` a quarter of them. The last line is the total.
const { positionals, values } = parseArgs({ options: { shard: { type: 'string' } }, allowPositionals: true })
const isAll = positionals[0] === 'all'
const SHARD = values.shard ? [`--shard=${values.shard}`] : []

interface Stage {
  name: string
  /** The Node program below node_modules and its arguments; it writes a JSON report to the file. */
  args(report: string): string[]
  env?(report: string): Promise<NodeJS.ProcessEnv>
  tally(report: never): Tally
}

/** The counts of a stage, with the names of failed checks. */
type Counts = Pick<Tally, 'passed' | 'failed'> & { checks?: string[] }

const STAGES: Stage[] = [
  {
    name: 'unit and server tests',
    args: (report) => [
      'vitest/vitest.mjs',
      'run',
      // A retry is reported beside the test's name, as for the journeys.
      '--retry=1',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    tally: tallyVitest,
  },
  {
    name: 'browser journeys',
    args: () => ['@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
    env: async (report) => ({ CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    tally: tallyPlaywright,
  },
]

/** Before the stages, so that its time does not count for a stage. */
const BUILD: Check = {
  name: 'build',
  run: (): Promise<RunResult> =>
    buildStale().then(
      () => ({ code: 0, output: '' }),
      (error: Error) => ({ code: 1, output: error.message }),
    ),
}

/** Checks the build that was just made. */
const BROWSERS: Check = { name: 'built files for the supported browsers', run: checkBrowsers }

await main(async () => {
  if (values.shard && !(isAll && /^[1-9]\d*\/[1-9]\d*$/.test(values.shard)))
    throw new Problem('Invalid shard. Usage: npm run test:all -- --shard 1/4')
  const tallies: Counts[] = [await checksPass(CHECKS)]
  const built = await checksPass([BUILD])
  tallies.push(await checksPass([BROWSERS]))
  tallies.push(built, ...(built.failed > 0 ? [] : await runStages()))
  const passed = sum(tallies, 'passed')
  const failed = sum(tallies, 'failed')
  // Repeated at the end, because the first output is pages above.
  for (const check of tallies.flatMap(({ checks = [] }) => checks)) console.log(`✗ ${check}`)
  if (failed > 0) process.exitCode = 1
  console.log(`${passed} passed, ${failed} failed`)
})

function sum(tallies: Counts[], key: 'passed' | 'failed'): number {
  return tallies.reduce((all, tally) => all + tally[key], 0)
}

async function checksPass(checks: Check[]): Promise<Counts> {
  const passed = await runChecks(checks)
  const failed = checks.filter((_, index) => !passed[index]).map(({ name }) => name)
  return { passed: checks.length - failed.length, failed: failed.length, checks: failed }
}

/** Sequential: in parallel the stages took as long, competing for the machine. */
async function runStages(): Promise<Tally[]> {
  await ensureCoturn()
  await ensureNginx()
  if (isAll) await ensureDebootstrap()
  const reports = mkdtempSync(join(tmpdir(), 'cuida-reports-'))
  const tallies: Tally[] = []
  for (const [index, stage] of STAGES.entries()) tallies.push(await runStage(stage, join(reports, `${index}.json`)))
  rmSync(reports, { recursive: true })
  return tallies
}

/** A stage that breaks off, or exits with an error without naming a failure, counts as one failure. */
async function runStage(stage: Stage, file: string): Promise<Tally> {
  console.log(`\n${stage.name}`)
  try {
    const [tool = '', ...args] = stage.args(file)
    const env = { ...process.env, ...(isAll ? {} : { TEST_GATE: '1' }), ...(await stage.env?.(file)) }
    const { code } = await run(process.execPath, [join(ROOT, 'node_modules', tool), ...args, ...SHARD], {
      live: true,
      env,
    })
    if (!existsSync(file)) throw new Error(`the runner wrote no report (exit code ${code})`)
    const tally = stage.tally(JSON.parse(readFileSync(file, 'utf8')) as never)
    if (tally.passed + tally.failed === 0) throw new Error('no test ran')
    if (tally.skipped > 0) console.log(`${stage.name}: ${tally.skipped} skipped`)
    for (const title of tally.flaky) console.log(`Passed on a second try: ${title}`)
    return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
  } catch (error) {
    console.log(`✗ ${stage.name}: ${error instanceof Error ? error.message : error}`)
    return { passed: 0, failed: 1, skipped: 0, flaky: [] }
  }
}

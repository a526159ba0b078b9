import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildStale } from './builds.ts'
import { CHECKS, type Check, passEach } from './checks.ts'
import { findChromium } from './chromium.ts'
import { ensureCoturn, ensureNginx } from './debian.ts'
import { failedFiles, failedJourneys, type Tally, tallyPlaywright, tallyVitest } from './reports.ts'
import { main, type Outcome, ROOT, run } from './run.ts'

interface Stage {
  name: string
  /** What Node runs, below node_modules; its JSON report goes to the file. */
  args(report: string): string[]
  env?(report: string): Promise<NodeJS.ProcessEnv>
  /** The files in which something failed: they are played once more, by themselves, with these arguments. */
  failed(report: never): string[]
  again: string[]
  tally(report: never, second?: never): Tally
}

/** What a part of the run came to, with the names of its checks that failed. */
type Counts = Pick<Tally, 'passed' | 'failed'> & { checks?: string[] }

/** More files than these do not fail for want of a calm machine. */
const FEW = 5

const STAGES: Stage[] = [
  {
    name: 'unit and server tests',
    args: (report) => [
      'vitest/vitest.mjs',
      'run',
      // As with the journeys: a second try is told beside the test's name.
      '--retry=1',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    failed: failedFiles,
    again: [],
    tally: tallyVitest,
  },
  {
    name: 'browser journeys',
    args: () => ['@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
    env: async (report) => ({ CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    failed: failedJourneys,
    // Beside the traces of the first go.
    again: ['--workers=1', '--output=e2e/.results-again'],
    tally: tallyPlaywright,
  },
]

/** Before the stages, so that neither counts as slow for it. */
const BUILD: Check = {
  name: 'build',
  run: (): Promise<Outcome> =>
    buildStale().then(
      () => ({ code: 0, output: '' }),
      (error: Error) => ({ code: 1, output: error.message }),
    ),
}

// npm test: everything, each check and each test counted once; the last line is the sum.
await main(async () => {
  const tallies: Counts[] = [await checksPass(CHECKS)]
  const built = await checksPass([BUILD])
  tallies.push(built, ...(built.failed > 0 ? [] : await runStages()))
  const passed = sum(tallies, 'passed')
  const failed = sum(tallies, 'failed')
  // What failed first is pages above by now.
  for (const check of tallies.flatMap(({ checks = [] }) => checks)) console.log(`✗ ${check}`)
  if (failed > 0) process.exitCode = 1
  console.log(`${passed} passed, ${failed} failed`)
})

function sum(tallies: Counts[], key: 'passed' | 'failed'): number {
  return tallies.reduce((all, tally) => all + tally[key], 0)
}

async function checksPass(checks: Check[]): Promise<Counts> {
  const passed = await passEach(checks)
  const failed = checks.filter((_, place) => !passed[place]).map(({ name }) => name)
  return { passed: checks.length - failed.length, failed: failed.length, checks: failed }
}

/** One after the other: side by side they were tried, and took as long, in each other's way. */
async function runStages(): Promise<Tally[]> {
  await ensureCoturn()
  await ensureNginx()
  const reports = mkdtempSync(join(tmpdir(), 'cuida-reports-'))
  const tallies: Tally[] = []
  for (const [place, stage] of STAGES.entries()) tallies.push(await runStage(stage, join(reports, `${place}.json`)))
  rmSync(reports, { recursive: true })
  return tallies
}

/** A stage that breaks off, or names no failure and yet does not succeed, counts as one failure. */
async function runStage(stage: Stage, file: string): Promise<Tally> {
  console.log(`\n${stage.name}`)
  try {
    const first = await play(stage, file)
    const failed = stage.failed(first.report)
    const isFew = failed.length > 0 && failed.length <= FEW
    const second = isFew ? await play(stage, `${file}.again.json`, [...stage.again, ...failed]) : undefined
    const tally = stage.tally(first.report, second?.report)
    if (tally.passed + tally.failed === 0) throw new Error('no test ran')
    if (tally.skipped > 0) console.log(`${stage.name}: ${tally.skipped} skipped`)
    for (const title of tally.flaky) console.log(`Passed on a second try: ${title}`)
    const { code } = second ?? first
    return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
  } catch (error) {
    console.log(`✗ ${stage.name}: ${error instanceof Error ? error.message : error}`)
    return { passed: 0, failed: 1, skipped: 0, flaky: [] }
  }
}

async function play(stage: Stage, file: string, further: string[] = []): Promise<{ code: number; report: never }> {
  const [tool = '', ...args] = stage.args(file)
  const env = { ...process.env, ...(await stage.env?.(file)) }
  const whole = [join(ROOT, 'node_modules', tool), ...args, ...further]
  const { code } = await run(process.execPath, whole, { live: true, env })
  if (!existsSync(file)) throw new Error(`no report (exit code ${code})`)
  return { code, report: JSON.parse(readFileSync(file, 'utf8')) as never }
}

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECKS, passes } from './checks.ts'
import { findChromium } from './chromium.ts'
import { ensureCoturn, ensureNginx } from './debian.ts'
import { failedFiles, failedJourneys, type Tally, tallyPlaywright, tallyVitest } from './reports.ts'
import { main, ROOT, run } from './run.ts'

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

// npm test: everything, each check and each test counted once; the last line is the sum.
await main(async () => {
  const reports = mkdtempSync(join(tmpdir(), 'cuida-reports-'))
  let [passed, failed] = [0, 0]
  for (const check of CHECKS) (await passes(check)) ? passed++ : failed++
  await ensureCoturn()
  await ensureNginx()
  for (const stage of STAGES) {
    const tally = await runStage(stage, join(reports, `${passed + failed}.json`))
    passed += tally.passed
    failed += tally.failed
  }
  rmSync(reports, { recursive: true })
  if (failed > 0) process.exitCode = 1
  console.log(`${passed} passed, ${failed} failed`)
})

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
    if (tally.skipped > 0) console.log(`${tally.skipped} skipped`)
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

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECKS, passes } from './checks.ts'
import { findChromium } from './chromium.ts'
import { ensureCoturn } from './debian.ts'
import { type Tally, tallyPlaywright, tallyVitest } from './reports.ts'
import { main, ROOT, run } from './run.ts'

interface Stage {
  name: string
  /** What Node runs, below node_modules; its JSON report goes to the file. */
  args(report: string): string[]
  env?(report: string): Promise<NodeJS.ProcessEnv>
  tally(report: never): Tally
}

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
    tally: tallyVitest,
  },
  {
    name: 'browser journeys',
    args: () => ['@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
    env: async (report) => ({ CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    tally: tallyPlaywright,
  },
]

// npm test: everything, each check and each test counted once; the last line is the sum.
await main(async () => {
  const reports = mkdtempSync(join(tmpdir(), 'cuida-reports-'))
  let [passed, failed] = [0, 0]
  for (const check of CHECKS) (await passes(check)) ? passed++ : failed++
  await ensureCoturn()
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
async function runStage(stage: Stage, report: string): Promise<Tally> {
  console.log(`\n${stage.name}`)
  try {
    const [tool = '', ...args] = stage.args(report)
    const env = { ...process.env, ...(await stage.env?.(report)) }
    const { code } = await run(process.execPath, [join(ROOT, 'node_modules', tool), ...args], { live: true, env })
    if (!existsSync(report)) throw new Error(`no report (exit code ${code})`)
    const tally = stage.tally(JSON.parse(readFileSync(report, 'utf8')) as never)
    if (tally.passed + tally.failed === 0) throw new Error('no test ran')
    if (tally.skipped > 0) console.log(`${tally.skipped} skipped`)
    for (const title of tally.flaky) console.log(`Passed on a second try: ${title}`)
    return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
  } catch (error) {
    console.log(`✗ ${stage.name}: ${error instanceof Error ? error.message : error}`)
    return { passed: 0, failed: 1, skipped: 0, flaky: [] }
  }
}

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECKS, passes } from './checks.ts'
import { findChromium } from './chromium.ts'
import { type Tally, tallyPlaywright, tallyVitest } from './reports.ts'
import { main, ROOT, run } from './run.ts'

interface Stage {
  name: string
  tool: string[]
  env?: () => Promise<NodeJS.ProcessEnv>
  tally(report: never): Tally
}

const STAGES: Stage[] = [
  {
    name: 'unit and server tests',
    tool: ['vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'],
    tally: tallyVitest,
  },
  {
    name: 'browser journeys',
    tool: ['@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
    env: async () => ({ CHROMIUM_PATH: await findChromium() }),
    tally: tallyPlaywright,
  },
]

// npm test: everything, each check and each test counted once; the last line is the sum.
await main(async () => {
  const reports = mkdtempSync(join(tmpdir(), 'cuida-reports-'))
  let [passed, failed] = [0, 0]
  for (const check of CHECKS) (await passes(check)) ? passed++ : failed++
  for (const stage of STAGES) {
    const tally = await runStage(stage, join(reports, `${passed + failed}.json`))
    passed += tally.passed
    failed += tally.failed
  }
  rmSync(reports, { recursive: true })
  if (failed > 0) process.exitCode = 1
  console.log(`${passed} passed, ${failed} failed`)
})

/** A stage that breaks off, or tells of no failure and yet does not succeed, counts as one failure. */
async function runStage({ name, tool: [bin = '', ...args], env, tally }: Stage, report: string): Promise<Tally> {
  console.log(`\n${name}`)
  const broken = { passed: 0, failed: 1, skipped: 0, flaky: [] }
  try {
    const outputs = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, FORCE_COLOR: undefined, NO_COLOR: '1' }
    const options = { live: true, env: { ...process.env, ...outputs, ...(await env?.()) } }
    const output = bin.startsWith('vitest') ? [`--outputFile.json=${report}`] : []
    const { code } = await run(process.execPath, [join(ROOT, 'node_modules', bin), ...args, ...output], options)
    if (!existsSync(report)) throw new Error(`no report (exit code ${code})`)
    const counted = tally(JSON.parse(readFileSync(report, 'utf8')) as never)
    if (counted.passed + counted.failed === 0) throw new Error('no test ran')
    if (counted.skipped > 0) console.log(`${counted.skipped} skipped`)
    for (const title of counted.flaky) console.log(`Passed on a second try: ${title}`)
    return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  } catch (error) {
    console.log(`✗ ${name}: ${error instanceof Error ? error.message : error}`)
    return broken
  }
}

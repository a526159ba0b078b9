import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { findChromium } from './chromium.ts'
import { ensureCoturn, ensureNginx } from './debian.ts'
import { type Tally, tallyPlaywright } from './reports.ts'
import { main, run } from './run.ts'

// npm run test:flaky -- [rounds] [journeys]: repeats the slowest journeys while another program keeps a core busy. A
// journey that fails here will one day fail on a busy machine: the journey or the product is at fault.

/** By share of a whole run, the slowest first. */
const SLOWEST =
  'long-lists after-hours booking-happy-path guest sessions google lazy-loading-failures bad-network invite missed-by-clinician'.split(
    ' ',
  )
const ROUNDS = 20

await main(async () => {
  const [first = '', ...rest] = process.argv.slice(2)
  const rounds = Number(first) || ROUNDS
  const named = Number(first) ? rest : [first, ...rest].filter(Boolean)
  await ensureCoturn()
  await ensureNginx()
  const busy = new Worker('for (;;);', { eval: true })
  const { passed, failed } = await play(named.length > 0 ? named : SLOWEST, rounds).finally(() => busy.terminate())
  if (failed > 0) process.exitCode = 1
  console.log(`${passed} passed, ${failed} failed`)
})

/** Runs every test once per round, without retries. */
async function play(journeys: readonly string[], rounds: number): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'cuida-test-flaky-'))
  const report = join(folder, 'report.json')
  const files = journeys.map((name) => `e2e/${name}.spec.ts`)
  const options = [
    '--config=e2e/playwright.config.ts',
    '--retries=0',
    `--repeat-each=${rounds}`,
    '--reporter=list,json',
  ]
  const env = { ...process.env, CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  try {
    await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...options, ...files], {
      env,
      live: true,
    })
    return tallyPlaywright(JSON.parse(readFileSync(report, 'utf8')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

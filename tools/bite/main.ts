import { rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildStale } from '../builds.ts'
import { Problem } from '../preflight.mjs'
import { main, ROOT } from '../run.ts'
import { temporaryPostgres } from '../temporary-postgres.ts'
import { whenAsked } from '../until-asked.ts'
import { askedFor } from './asked.ts'
import { drawFrom } from './faults.ts'
import { isBelow, partOf, type Report, type Score, scoreOf, survivorsOf, table, totalOf } from './report.ts'
import { pathOf } from './sample.ts'
import { allTargets, chosen, runsOf, type Target } from './targets.ts'
import { installTester, plant, type Run } from './tester.ts'
import { CACHE, plantTree } from './tree.ts'

class BrokenOff extends Problem {}
const SURVIVORS = join(CACHE, 'survivors.txt')

// npm run bite [folder …]: plants faults by machine and counts those that a test notices (decision 0073).
await main(async () => {
  const { folders, sample } = askedFor(process.argv.slice(2))
  const targets = chosen(allTargets(ROOT), folders)
  await installTester()
  if (targets.some(({ server }) => server)) await buildStale()
  plantTree()
  rmSync(SURVIVORS, { force: true })
  const drawn = sample && (await drawFrom(targets, sample.count, sample.seed))
  const scores = await untilBrokenOff((brokenOff) =>
    withDatabase(targets, (env) => plantAll(targets, { env, drawn, brokenOff })),
  )
  const rows = sample && scores.length > 0 ? [...scores, totalOf(scores)] : scores
  console.log(`\n${table(rows)}\n\nUnnoticed faults: ${relative(ROOT, SURVIVORS)}`)
  if (rows.some(isBelow)) process.exitCode = 1
})

/** The tester has a session of its own, which no Ctrl-C reaches: it ends by our hand with all that it started, then the database. */
async function untilBrokenOff<T>(work: (brokenOff: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController()
  whenAsked(() => ending.abort(new BrokenOff('Broken off.')))
  try {
    return await work(ending.signal)
  } finally {
    // The channel to our parent would keep us alive.
    if (process.connected) process.disconnect()
  }
}

async function plantAll(targets: Target[], how: Run): Promise<Score[]> {
  const { drawn } = how
  const paths = drawn && new Set(drawn.map(pathOf))
  const hasDrawn = ({ modules }: Target) => !paths || modules.some((path) => paths.has(path))
  const scores: Score[] = []
  for (const run of runsOf(targets.filter(hasDrawn))) {
    const report = await plant(run, how).catch(toldAbove)
    if (!report) continue
    // Told as it comes: a night is long, and whoever breaks off keeps what was found.
    for (const target of run) scores.push(tell(target, partOf(report, target.modules), drawn !== undefined))
  }
  return scores
}

/** An area whose tests fail without any fault must not cost the others their night. */
function toldAbove(error: unknown): undefined {
  if (!(error instanceof Problem) || error instanceof BrokenOff) throw error
  console.error(error.message)
  process.exitCode = 1
}

function tell({ folder, aim }: Target, report: Report, isSample: boolean): Score {
  const score = scoreOf(folder, aim, report, isSample)
  console.log(`${folder}: ${score.killed} of ${score.mutants} noticed, ${score.percent} %`)
  const lines = [`${folder}: ${score.percent} %`, ...survivorsOf(report).map((line) => `  ${line}`)]
  writeFileSync(SURVIVORS, `${lines.join('\n')}\n\n`, { flag: 'a' })
  return score
}

async function withDatabase<T>(targets: Target[], work: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  if (process.env.TEST_DATABASE_URL || !targets.some(({ server }) => server)) return work({})
  const database = await temporaryPostgres()
  try {
    return await work({ TEST_DATABASE_URL: database.url })
  } finally {
    await database.stop()
  }
}

import { rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildStale } from '../builds.ts'
import { main, ROOT } from '../run.ts'
import { temporaryPostgres } from '../temporary-postgres.ts'
import { isBelow, type Score, scoreOf, survivorsOf, table } from './report.ts'
import { allTargets, chosen, type Target } from './targets.ts'
import { installTester, plant } from './tester.ts'
import { CACHE, plantTree } from './tree.ts'

const SURVIVORS = join(CACHE, 'survivors.txt')

// npm run bite [folder …]: plants faults by machine and counts those that a test notices (decision 0073).
await main(async () => {
  const targets = chosen(allTargets(ROOT), process.argv.slice(2))
  await installTester()
  if (targets.some(({ server }) => server)) await buildStale()
  plantTree()
  rmSync(SURVIVORS, { force: true })
  const scores = await withDatabase(targets, (env) => plantAll(targets, env))
  console.log(`\n${table(scores)}\n\nUnnoticed faults: ${relative(ROOT, SURVIVORS)}`)
  if (scores.some(isBelow)) process.exitCode = 1
})

async function plantAll(targets: Target[], env: NodeJS.ProcessEnv): Promise<Score[]> {
  const scores: Score[] = []
  for (const target of targets) {
    const report = await plant(target, env)
    const score = scoreOf(target.folder, target.aim, report)
    scores.push(score)
    // Told as it comes: a night is long, and whoever breaks off keeps what was found.
    console.log(`${target.folder}: ${score.killed} of ${score.mutants} noticed, ${score.percent} %`)
    const lines = [`${target.folder}: ${score.percent} %`, ...survivorsOf(report).map((line) => `  ${line}`)]
    writeFileSync(SURVIVORS, `${lines.join('\n')}\n\n`, { flag: 'a' })
  }
  return scores
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

import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '../server/kit/db/db.ts'
import { makePatients, tokensOf } from './patients.ts'
import { at } from './rounds.ts'
import { startBenchSystem } from './system.ts'

// A database that hangs up on everybody, again and again, while two processes are being asked: how long until both
// answer as if nothing had been.
const ROUNDS = Number(process.env.CUT_ROUNDS ?? 50)
const READERS = 24
const MOST_MS = 2_000
/** Between two cuts everybody has been back for a while. */
const CALM_MS = 700

const system = await startBenchSystem('vida-ligera')
const problems: string[] = []
try {
  const servers = [system.api, await system.start('server/main.ts', { NODE_ENV: 'production' })]
  const db = connect(system.databaseUrl, { max: 1 })
  const [person] = await makePatients(db, 1)
  await db.end()
  if (!person) throw new Error('nobody was made')
  const tokenOf = tokensOf(system)
  const statuses = new Map<number, number>()
  /** Of each reader, when it last heard anything but what it asked for. */
  const lastRefused = Array.from({ length: READERS }, () => 0)
  let isOver = false
  const read = async (lane: number) => {
    for (let turn = lane; !isOver; turn++) {
      const { url } = servers[turn % servers.length] ?? system.api
      const authorization = `Bearer ${await tokenOf(person)}`
      const status = await statusOf(`${url}/v1/user/me`, authorization)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status !== 200) lastRefused[lane] = performance.now()
    }
  }
  const readers = lastRefused.map((_, lane) => read(lane))
  await sleep(1_000)
  const back: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const since = performance.now()
    await withOwnConnection(system.databaseUrl, cutAll)
    // Everybody has been answered well for this long, or it is not over yet.
    while (performance.now() - Math.max(since, ...lastRefused) < CALM_MS) await sleep(20)
    back.push(Math.max(0, ...lastRefused.map((moment) => moment - since)))
  }
  isOver = true
  await Promise.all(readers)
  const told = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')
  console.log(`\n${ROUNDS} times all lines cut, ${READERS} readers, two processes: ${told}`)
  console.log(
    `  last refused after a cut   p50 ${at(back, 0.5).toFixed(0)} ms   at most ${at(back, 1).toFixed(0)} ms   aim ${MOST_MS}`,
  )
  if (at(back, 1) > MOST_MS) problems.push('a process was not back in time')
  for (const status of statuses.keys()) if (status !== 200 && status !== 503) problems.push(`answered with ${status}`)
} finally {
  await system.stop()
}
for (const problem of problems) console.log(`FAILED  ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

async function withOwnConnection(url: string, work: (db: Db) => Promise<unknown>): Promise<void> {
  const db = connect(url, { max: 1, name: 'cutter' })
  await work(db)
  await db.end()
}

async function cutAll(db: Db): Promise<void> {
  await db`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
}

/** 0 for whoever hangs up without an answer. */
function statusOf(url: string, authorization: string): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(url, { headers: { authorization, connection: 'close' } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.on('error', () => resolve(0)).end()
  })
}

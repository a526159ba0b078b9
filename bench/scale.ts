import { connect } from '../server/kit/db/db.ts'
import { completeBooking } from './buy.ts'
import { inLanes } from './lanes.ts'
import { measure, medianRound, type Round } from './rounds.ts'
import { type Buyer, findProduct, makeBuyers, makeOffers, type Offer } from './shop.ts'
import { startWholeSystem } from './whole.ts'

// Whole bookings with 1, 2 and 4 API processes on one database (docs/scale.md). All of them, the simulated providers and
// the clients share the processors of this machine, so the rate says little; the processor time of each booking says what
// a further machine carries, and the waits in PostgreSQL what comes next.
const PARTNER = 'vida-ligera'
const PROCESSES = [1, 2, 4] as const
const AT_ONCE = 32
const ROUNDS = 3
const EACH = 8
const WARM_UP = 8

const system = await startWholeSystem(PARTNER, { durable: true })
try {
  const product = await findProduct(PARTNER)
  const total = AT_ONCE * PROCESSES.length * (WARM_UP + ROUNDS * EACH)
  const buyers = await makeBuyers(system, system.simulators, total)
  const offers = await makeOffers(system, product, { clinicians: AT_ONCE, times: total })
  const apis = [system.api]
  const found: { processes: number; round: Round; waits: string }[] = []
  for (const processes of PROCESSES) {
    while (apis.length < processes) apis.push(await system.start('server/main.ts', {}))
    const buyMany = inLanes(apis, AT_ONCE, (ask) =>
      completeBooking(ask, product, buyers.pop() as Buyer, offers.pop() as Offer),
    )
    await buyMany(WARM_UP)
    const more = apis.slice(1)
    const serverCpu = () => system.serverCpu() + more.reduce((sum, api) => sum + api.cpu(), 0)
    const watch = await watchWaits(system.databaseUrl)
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(await measure({ server: serverCpu, database: system.databaseCpu }, () => buyMany(EACH)))
    found.push({ processes, round: medianRound(rounds), waits: await watch.stop() })
  }
  print(found)
} finally {
  await system.stop()
}

/** Samples what the database's sessions wait for while they run a statement. */
async function watchWaits(databaseUrl: string) {
  const db = connect(databaseUrl, { max: 1, name: 'bench-waits' })
  const counts = new Map<string, number>()
  let samples = 0
  const sample = async () => {
    const rows = await db<{ kind: string; count: number }[]>`
      select coalesce(wait_event_type || ' ' || wait_event, 'running') as kind, count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid() group by 1`
    samples++
    for (const { kind, count } of rows) counts.set(kind, (counts.get(kind) ?? 0) + count)
  }
  const timer = setInterval(() => void sample().catch(() => {}), 100)
  return {
    async stop() {
      clearInterval(timer)
      await db.end()
      const sorted = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, 4)
      return sorted.map(([kind, count]) => `${kind} ${(count / samples).toFixed(1)}`).join(', ')
    },
  }
}

function print(found: { processes: number; round: Round; waits: string }[]): void {
  console.log(`\nWhole bookings, ${AT_ONCE} at a time, median of ${ROUNDS} rounds of ${AT_ONCE * EACH}`)
  console.log('processes  a second  p50 ms  p99 ms  CPU ms of the server  CPU ms of PostgreSQL  sessions at a time')
  for (const { processes, round, waits } of found) {
    const figures = [round.perSecond, round.p50, round.p99, round.serverCpuMs, round.databaseCpuMs]
    console.log(`${processes}`.padStart(9), ...figures.map((figure) => figure.toFixed(1).padStart(9)), ` ${waits}`)
  }
}

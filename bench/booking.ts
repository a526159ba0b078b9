import { connect } from '../server/kit/db/db.ts'
import { completeBooking } from './buy.ts'
import type { Ask } from './connection.ts'
import { inLanes } from './lanes.ts'
import { measure, medianRound, type Round } from './rounds.ts'
import { type Buyer, findProduct, makeBuyers, makeOffers, type Offer } from './shop.ts'
import { startWholeSystem } from './whole.ts'

// Whole bookings over HTTP, many at a time, compared with as many requests that are only parsed and inserted.
// Measured warm: the code is compiled and the database has its statistics, which autovacuum collects once a minute.
const PARTNER = 'vida-ligera'
const AT_ONCE = 32
const ROUNDS = 3
const EACH = 12
const WARM_UP = 18
const AIM = { perSecond: 60, cpuMs: 12, p99: 400 } as const
const problems: string[] = []

const system = await startWholeSystem(PARTNER, { durable: true })
try {
  const product = await findProduct(PARTNER)
  const total = AT_ONCE * (WARM_UP + ROUNDS * EACH)
  const buyers = await makeBuyers(system, system.simulators, total)
  const offers = await makeOffers(system, product, { clinicians: AT_ONCE, times: total })
  const buyMany = inLanes([system.api], AT_ONCE, (ask) =>
    completeBooking(ask, product, buyers.pop() as Buyer, offers.pop() as Offer),
  )
  await buyMany(WARM_UP)
  await countTables(system.databaseUrl)
  const baseline = await system.start('bench/baseline.ts', {})
  const rounds: Round[] = []
  const bare: Round[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const booked = await measure({ server: system.serverCpu, database: system.databaseCpu }, () => buyMany(EACH))
    const insertMany = inLanes([baseline], AT_ONCE, (ask) => insert(ask, Math.round(booked.requests)))
    rounds?.push(booked)
    bare?.push(await measure({ server: baseline.cpu, database: system.databaseCpu }, () => insertMany(EACH)))
  }
  print(medianRound(rounds ?? []), medianRound(bare ?? []))
} finally {
  await system.stop()
}
for (const problem of problems) console.log(`FAILED  ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

async function countTables(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl, { max: 1 })
  await db`vacuum analyze`
  await db.end()
}

async function insert(ask: Ask, requests: number): Promise<number> {
  for (let sent = 0; sent < requests; sent++) await ask('POST', '/insert', { text: 'x'.repeat(200) })
  return requests
}

function print(round: Round, bare: Round): void {
  console.log(`\nWhole bookings over HTTP, ${AT_ONCE} at a time, median of ${ROUNDS} rounds of ${AT_ONCE * EACH}`)
  console.log(' '.repeat(40), '   booking', 'only INSERT', ' aim')
  const line = (name: string, key: keyof Round, aim = '') =>
    console.log(name.padEnd(40), round[key].toFixed(1).padStart(10), bare[key].toFixed(1).padStart(11), ` ${aim}`)
  line('a second', 'perSecond', `at least ${AIM.perSecond}`)
  line('p50 ms', 'p50')
  line('p99 ms', 'p99', `at most ${AIM.p99}`)
  line('CPU ms of API and worker, each', 'serverCpuMs', `at most ${AIM.cpuMs}`)
  line('CPU ms of PostgreSQL, each', 'databaseCpuMs')
  line('requests, each', 'requests')
  if (round.perSecond < AIM.perSecond) problems.push(`${round.perSecond.toFixed(0)} bookings a second`)
  if (round.serverCpuMs > AIM.cpuMs) problems.push(`${round.serverCpuMs.toFixed(1)} ms of processor a booking`)
  if (round.p99 > AIM.p99) problems.push(`p99 ${round.p99.toFixed(0)} ms`)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { listProductSlots } from '@cuida/core/booking/cart/api.ts'
import { dayAfter } from '@cuida/core/kit/zone.ts'
import { completeBooking } from './buy.ts'
import { openConnection } from './connection.ts'
import { createReader, type Read, type Reply, repeat, runOpenLoop } from './reads.ts'
import { percentile } from './rounds.ts'
import { findProduct, makeBuyers, makeOffers } from './shop.ts'
import type { Server } from './system.ts'
import { startWholeSystem } from './whole.ts'

// Three times the load that the API can serve: what it still serves, how fast it refuses the rest, and when it is back
// to normal. The sender and the database run on the same machine, so that the figures are those of a smaller server.
const PARTNER = 'vida-ligera'
const CLOSED_LOOP = 32
const CLOSED_LOOP_MS = 8_000
const OVERLOAD = 3
const OVERLOAD_MS = 20_000
const BOOKINGS_PER_SECOND = 3
const LOGIN_EVERY_MS = 8_000
const PATIENTS = 200
/** An answer that comes later is of no use to a person. */
const USEFUL_MS = 2_000
const AIM = { goodput: 0.8, refusalMs: 100, recoveryMs: 5_000 } as const

const problems: string[] = []
const system = await startWholeSystem(PARTNER, { env: { LOAD_SHEDDING: 'on' } })
try {
  const product = await findProduct(PARTNER)
  const from = dayAfter(new Date().toISOString().slice(0, 10))
  const slots = `${listProductSlots.path.replace(':slug', product.slug)}?from=${from}&to=${from}`
  const read = await createReader(system, PATIENTS, () => [slots, '/user/me', '/user/sessions', '/user/me/agreements'])
  const total = Math.ceil((2 * (OVERLOAD_MS + 2 * CLOSED_LOOP_MS) * BOOKINGS_PER_SECOND) / 1_000)
  const buyers = await makeBuyers(system, system.simulators, total)
  const offers = await makeOffers(system, product, { clinicians: 16, times: total })
  let booked = 0
  const book = () => {
    const lane = booked++
    const { ask, close } = openConnection(system.api.url, lane)
    const [buyer, offer] = [buyers.pop(), offers.pop()]
    if (!buyer || !offer) throw new Error('too few buyers')
    return completeBooking(ask, product, buyer, offer).finally(close)
  }
  await Promise.all(Array.from({ length: 8 }, book))
  const bookings = repeat(1_000 / BOOKINGS_PER_SECOND, book)
  const measureBest = async () =>
    (await runClosedLoop(read, CLOSED_LOOP_MS)).filter(isUseful).length / (CLOSED_LOOP_MS / 1_000)
  await runClosedLoop(read, 3_000)
  const before = await measureBest()
  const logins = repeat(LOGIN_EVERY_MS, () => login(system.api))
  const cpu = system.api.cpu()
  const replies = await runOpenLoop(read, OVERLOAD * before, OVERLOAD_MS)
  const busy = (system.api.cpu() - cpu) / (OVERLOAD_MS / 1_000)
  console.log(`The API used ${(busy * 100).toFixed(0)} % of a processor.`)
  const since = performance.now()
  const recoveryMs = await untilNormal(read, since)
  const after = await measureBest()
  console.log(
    `The API serves ${before.toFixed(0)} reads a second before and ${after.toFixed(0)} after, ${CLOSED_LOOP} at a time, beside ${BOOKINGS_PER_SECOND} bookings.`,
  )
  print((before + after) / 2, replies, ...(await Promise.all([bookings.stop(), logins.stop()])), recoveryMs)
} finally {
  await system.stop()
}
for (const problem of problems) console.log(`FAILED  ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)

function isUseful({ status, ms }: Reply): boolean {
  return status === 200 && ms < USEFUL_MS
}

async function runClosedLoop(read: Read, ms: number): Promise<Reply[]> {
  const end = performance.now() + ms
  const replies: Reply[] = []
  const lane = async () => {
    while (performance.now() < end) replies.push(await read())
  }
  await Promise.all(Array.from({ length: CLOSED_LOOP }, lane))
  return replies
}

async function login({ url }: Server): Promise<void> {
  const body = JSON.stringify({ identifier: '+34600000001', password: 'Cuida-demo-1' })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/v1/auth/login`, { method: 'POST', headers, body })
  if (!reply.ok) throw new Error(`login answered ${reply.status}`)
}

/** Milliseconds until ten reads in a row are answered, each at once. */
async function untilNormal(read: Read, since: number): Promise<number> {
  let good = 0
  while (good < 10 && performance.now() - since < 30_000) {
    const { status, ms } = await read()
    good = status === 200 && ms < 100 ? good + 1 : 0
    await sleep(50)
  }
  return performance.now() - since
}

function print(best: number, replies: Reply[], bookings: string[], logins: string[], recoveryMs: number): void {
  const seconds = OVERLOAD_MS / 1_000
  const refused = replies.filter(({ status }) => status === 503)
  const goodput = replies.filter(isUseful).length / seconds
  const refusalMs = percentile(
    refused.map(({ ms }) => ms),
    0.95,
  )
  const servedMs = percentile(
    replies.filter(({ status }) => status === 200).map(({ ms }) => ms),
    0.95,
  )
  const failedOf = (results: string[]) => results.filter((result) => result !== 'done')
  const other = replies.filter(({ status }) => status !== 200 && status !== 503)
  const bare = refused.filter(({ retryAfter }) => !Number(retryAfter))
  console.log(`\n${OVERLOAD} times as many, for ${seconds} s, with ${BOOKINGS_PER_SECOND} bookings a second`)
  const line = (name: string, value: string, aim = '') => console.log(name.padEnd(46), value.padStart(12), ` ${aim}`)
  line('sent a second', (replies.length / seconds).toFixed(0))
  line('served a second', goodput.toFixed(0), `at least ${(best * AIM.goodput).toFixed(0)}`)
  line('served, p95 ms', servedMs.toFixed(0))
  line('refused with 503 a second', (refused.length / seconds).toFixed(0))
  line('refused, p95 ms', refusalMs.toFixed(0), `at most ${AIM.refusalMs}`)
  line('answered otherwise', String(other.length), '0')
  line('bookings', `${bookings.length - failedOf(bookings).length} of ${bookings.length}`, 'all')
  line('sign-ins', `${logins.length - failedOf(logins).length} of ${logins.length}`, 'all')
  line('normal again after ms', recoveryMs.toFixed(0), `at most ${AIM.recoveryMs}`)
  if (goodput < best * AIM.goodput)
    problems.push(`${((goodput / best) * 100).toFixed(0)} % of the best rate are served`)
  if (refusalMs > AIM.refusalMs) problems.push(`refusals take ${refusalMs.toFixed(0)} ms`)
  if (other.length > 0)
    problems.push(`${other.length} reads were answered ${[...new Set(other.map(({ status }) => status))]}`)
  if (bare.length > 0) problems.push(`${bare.length} refusals have no Retry-After`)
  for (const result of new Set([...failedOf(bookings), ...failedOf(logins)])) problems.push(result)
  if (recoveryMs > AIM.recoveryMs) problems.push(`normal again only after ${recoveryMs.toFixed(0)} ms`)
}

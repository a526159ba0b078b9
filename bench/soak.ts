import { randomBytes, randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listProductSlots } from '@cuida/core/booking/cart/api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { dayAfter } from '@cuida/core/kit/zone.ts'
import sharp from 'sharp'
import { createTokens } from '../server/kit/crypto/tokens.ts'
import { connect, type Db } from '../server/kit/db/db.ts'
import { freePort } from '../tools/ports.ts'
import { ROOT } from '../tools/run.ts'
import { completeBooking } from './buy.ts'
import { type Ask, openConnection } from './connection.ts'
import { measureHeap } from './heap.ts'
import { makePatients, tokensOf } from './patients.ts'
import { repeat } from './reads.ts'
import { percentile } from './rounds.ts'
import { type Buyer, findProduct, makeBuyers, makeOffers, type Offer } from './shop.ts'
import { startWholeSystem, type WholeSystem } from './whole.ts'

// Two hours of about fifty requests a second: whole bookings, reads of patients and desk, change streams, video calls'
// sockets and uploads of photos. Nothing may grow with time: heap after a garbage collection, memory, open files,
// database connections. `MINUTES=1 BOOKINGS=6 READS=0` measures the writes alone.
const PARTNER = 'vida-ligera'
const MINUTES = Number(process.env.MINUTES ?? 120)
const BOOKINGS = Number(process.env.BOOKINGS ?? 2)
const READS = Number(process.env.READS ?? 35)
/** A patient's token lives for five minutes: each round has new people. */
const ROUND_MS = Math.min(MINUTES, 4) * 60_000
const ROUNDS = Math.max(1, Math.round((MINUTES * 60_000) / ROUND_MS))
/** The first rounds compile the code and fill the caches. */
const WARM_UP = Math.min(5, Math.floor(ROUNDS / 4))
const CLINICIANS = 40
const READERS = 100
const STREAMS = 100
const CALL_EVERY_MS = 5_000
const CALL_MS = 15_000
const PHOTO_EVERY_MS = 10_000
const AIM = { heapMbAnHour: 1, files: 8, writeP99: 400 } as const
const FINGERPRINT = `sha-256 ${Array(32).fill('0A').join(':')}`
const MB = 1024 * 1024
const FOLDER = join(ROOT, 'bench', '.results')

interface Sample {
  minutes: number
  heapMb: number
  workerHeapMb: number
  rssMb: number
  workerRssMb: number
  files: number
  workerFiles: number
  connections: number
  requests: number
}
interface Staff {
  staffId: string
  clinicianId: string
  token: string
}

const problems: string[] = []
const failures = new Map<string, number>()
/** Reads that the API put off: it is slow in its first seconds, and whenever other programs need the processor. */
let refused = 0
const debugPort = await freePort()
const system = await startWholeSystem(PARTNER, {
  env: { LOAD_SHEDDING: 'on', METRICS_PORT: String(await freePort()), NODE_OPTIONS: `--inspect-port=${debugPort}` },
})
const db = connect(system.databaseUrl, { max: 2, name: 'bench-soak' })
mkdirSync(FOLDER, { recursive: true })
try {
  const product = await findProduct(PARTNER)
  const perRound = Math.ceil((BOOKINGS * ROUND_MS) / 1_000)
  const offers = await makeOffers(system, product, { clinicians: CLINICIANS, times: (ROUNDS + 1) * perRound })
  const samples: Sample[] = []
  const times: number[] = []
  const startedAt = performance.now()
  let bookings = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { times: some, booked } = await runRound(system, db, product, offers, perRound)
    times.push(...some)
    bookings += booked
    const isSnapshot = round === WARM_UP || round === ROUNDS - 1
    samples.push(await takeSample(system, db, (performance.now() - startedAt) / 60_000, some.length, isSnapshot))
    printSample(samples.at(-1) as Sample)
  }
  judge(samples)
  console.log(
    `\n${bookings} bookings, ${refused} reads put off. Requests: p50 ${milliseconds(times, 0.5)}, p99 ${milliseconds(times, 0.99)}`,
  )
  const p99 = percentile(times, 0.99)
  if (READS === 0 && p99 > AIM.writeP99) problems.push(`p99 of the writes ${p99.toFixed(0)} ms`)
  await printTables(db)
  await judgeBooks(db, bookings)
} finally {
  await db.end()
  await system.stop()
}
for (const [failure, count] of failures) problems.push(`${count} times: ${failure}`)
for (const problem of problems) console.log(`FAILED  ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)

async function runRound(bench: WholeSystem, db: Db, product: Product, offers: Offer[], count: number) {
  const buyers = await makeBuyers(bench, bench.simulators, count)
  const staff = await makeStaff(bench, db)
  const times: number[] = []
  const from = dayAfter(new Date().toISOString().slice(0, 10))
  const slots = `${listProductSlots.path.replace(':slug', product.slug)}?from=${from}&to=${from}`
  const tokenOf = tokensOf(bench)
  const people = await makePatients(db, READERS)
  const readers = await Promise.all(people.map(async (person) => ({ ...person, token: await tokenOf(person) })))
  const lanes = Array.from({ length: 60 }, (_, lane) => openConnection(bench.api.url, lane))
  let at = 0
  /** Each request takes the next connection; its address has a rate limit of its own. */
  const ask: Ask = async (...request) => {
    const since = performance.now()
    const answer = await (lanes[at++ % lanes.length] as (typeof lanes)[number]).ask(...request)
    times.push(performance.now() - since)
    return answer
  }
  const isOver = new AbortController()
  const streams = READS === 0 ? [] : await keepStreams(bench, db, isOver.signal)
  const acts = [
    repeat(1_000 / BOOKINGS, async () => {
      await db`delete from rate_count`
      await completeBooking(ask, product, buyers.pop() as Buyer, offers.pop() as Offer)
    }),
  ]
  if (READS > 0)
    acts.push(
      repeat(1_000 / READS, () => {
        const { patientId, token } = anyOf(readers)
        return read(ask, token, anyOf([slots, '/user/me', '/user/sessions', `/patients/${patientId}/consultations`]))
      }),
      repeat(1_000, () => read(ask, anyOf(staff).token, anyOf(['/desk/queue', '/desk/finished-consultations']))),
      repeat(CALL_EVERY_MS, () => holdCall(bench, db, ask, product, staff)),
      repeat(PHOTO_EVERY_MS, () => putPhoto(bench, staff)),
    )
  await sleep(ROUND_MS)
  const [booked = [], ...others] = await Promise.all(acts.map(({ stop }) => stop()))
  isOver.abort()
  await Promise.all(streams)
  for (const lane of lanes) lane.close()
  for (const result of [...booked, ...others.flat()])
    if (result !== 'done') failures.set(result, (failures.get(result) ?? 0) + 1)
  return { times, booked: booked.filter((result) => result === 'done').length }
}

/** Clinicians of `makeOffers` with a new session each. */
async function makeStaff({ env }: WholeSystem, db: Db): Promise<Staff[]> {
  const rows = await db<{ staffId: string; clinicianId: string; sessionId: string }[]>`
    with doctors as (select id, clinician_id from staff where name = 'Dra. Prueba'),
      open as (insert into session (staff_id) select id from doctors returning id, staff_id)
    select staff_id as "staffId", clinician_id as "clinicianId", open.id as "sessionId" from open join doctors on doctors.id = staff_id`
  const tokens = createTokens(String(env.TOKEN_KEY))
  return Promise.all(
    rows.map(async ({ sessionId, ...one }) => ({
      ...one,
      token: await tokens.sign('staff', { subject: one.staffId, sessionId, mfa: 'DONE' }),
    })),
  )
}

function anyOf<T>(items: readonly T[]): T {
  return items[Math.floor(Math.random() * items.length)] as T
}

async function read(ask: Ask, token: string, path: string): Promise<void> {
  const { status } = await ask('GET', `/v1${path}`, undefined, { authorization: `Bearer ${token}` })
  if (status === 503) refused++
  else if (status !== 200) throw new Error(`${path.split('/')[1]} was answered with ${status}`)
}

/** Streams of change events, each closed and opened anew after half a minute to a minute and a half. */
async function keepStreams(bench: WholeSystem, db: Db, signal: AbortSignal): Promise<Promise<void>[]> {
  setMaxListeners(0, signal)
  const people = await makePatients(db, STREAMS)
  const tokenOf = tokensOf(bench)
  return people.map(async (person, lane) => {
    const headers = { authorization: `Bearer ${await tokenOf(person)}` }
    while (!signal.aborted) {
      const { stream, close } = openConnection(bench.api.url, lane)
      const timer = setTimeout(close, 30_000 + 60_000 * Math.random())
      signal.addEventListener('abort', close)
      await stream('/v1/events', headers, () => {}).catch(() => undefined)
      clearTimeout(timer)
      signal.removeEventListener('abort', close)
      close()
    }
  })
}

/** A patient without an appointment, taken by a clinician: both join the call, exchange signals, and hang up. */
async function holdCall(bench: WholeSystem, db: Db, ask: Ask, product: Product, staff: Staff[]): Promise<void> {
  const clinician = anyOf(staff)
  const [person] = await makePatients(db, 1)
  if (!person) throw new Error('no patient')
  const [row] = await db<{ id: string }[]>`
    insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method, queued_at,
      symptoms, summary)
    values (${person.patientId}, ${product.id}, ${product.slug}, 'General', 'on-demand', 'QUEUED', 'video',
      clock_timestamp(), '[]', 'A cough') returning id`
  const id = String(row?.id)
  await db`insert into consultation_action (consultation_id, type, role) values (${id}, 'QUEUED', 'SYSTEM')`
  const patient = await tokensOf(bench)(person)
  const send = async (path: string, token: string, body?: object) => {
    const answer = await ask('POST', `/v1${path}`, body, { authorization: `Bearer ${token}` })
    if (answer.status >= 300)
      throw new Error(`${path.split('/').at(-1)} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as { ticket: string }
  }
  const desk = `/desk/consultations/${id}`
  await send(`${desk}/take`, clinician.token)
  await send(`${desk}/call`, clinician.token, { medium: 'video', event: 'started' })
  const fingerprint = FINGERPRINT
  const tickets = await Promise.all([
    send(`${desk}/call-ticket`, clinician.token, { fingerprint }),
    send(`/consultations/${id}/call-ticket`, patient, { fingerprint }),
  ])
  const sides = await Promise.all(tickets.map(({ ticket }) => joinCall(bench.api.url, ticket)))
  const callSession = Math.max(...sides.map((side) => side.callSession))
  const candidate = { candidate: `candidate:${randomUUID()}`, sdpMid: '0', sdpMLineIndex: 0 }
  for (let since = 0; since < CALL_MS; since += 1_000) {
    for (const { socket } of sides) socket.send(JSON.stringify({ type: 'candidate', callSession, candidate }))
    for (const { socket } of sides) socket.send(JSON.stringify({ type: 'ping' }))
    await sleep(1_000)
  }
  if (sides.some(({ heard }) => heard() === 0)) throw new Error('a side of a call received no signal')
  for (const { socket } of sides) socket.send(JSON.stringify({ type: 'leave' }))
  await Promise.all(sides.map(({ closed }) => closed))
  await send(`${desk}/call`, clinician.token, { medium: 'video', event: 'completed' })
}

async function joinCall(url: string, ticket: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/calls`)
  let relayed = 0
  const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()))
  const joined = new Promise<number>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => {
      const { type, callSession } = JSON.parse(String(data))
      if (type === 'joined') resolve(callSession)
      if (type === 'candidate') relayed++
    })
    socket.addEventListener('close', ({ code }) => reject(new Error(`a call's socket was closed with ${code}`)))
  })
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'join', ticket })))
  return { socket, callSession: await joined, closed, heard: () => relayed }
}

async function putPhoto({ api }: WholeSystem, staff: Staff[]): Promise<void> {
  const { token, clinicianId } = anyOf(staff)
  const side = 400
  const raw = { width: side, height: side, channels: 3 } as const
  const body = await sharp(randomBytes(side * side * 3), { raw })
    .jpeg()
    .toBuffer()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' }
  const url = `${api.url}/v1/desk/clinicians/${clinicianId}/photo`
  const reply = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
  if (!reply.ok) throw new Error(`a photo was answered with ${reply.status}: ${await reply.text()}`)
}

async function takeSample(
  { api, worker }: WholeSystem,
  db: Db,
  minutes: number,
  requests: number,
  isSnapshot: boolean,
): Promise<Sample> {
  // Streams and sockets have ended, and the clients close connections that nobody uses.
  await sleep(6_000)
  const file = isSnapshot ? join(FOLDER, `soak-${minutes.toFixed(0)}.heapsnapshot`) : undefined
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and state <> 'idle' and wait_event_type is distinct from 'Activity'`
  return {
    minutes,
    requests,
    connections: row?.count ?? 0,
    files: countFiles(api.pid),
    workerFiles: countFiles(worker.pid),
    rssMb: memoryMb(api.pid),
    workerRssMb: memoryMb(worker.pid),
    heapMb: (await measureHeap(api.pid, debugPort, file)) / MB,
    workerHeapMb: (await measureHeap(worker.pid, debugPort)) / MB,
  }
}

function countFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

function memoryMb(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

function printSample({ minutes, requests, heapMb, workerHeapMb, rssMb, workerRssMb, ...counts }: Sample): void {
  const { files, workerFiles, connections } = counts
  const rate = (requests / (ROUND_MS / 1_000)).toFixed(0)
  console.log(
    `${minutes.toFixed(0).padStart(4)} min  ${rate.padStart(3)} requests/s  heap ${heapMb.toFixed(1)} and ${workerHeapMb.toFixed(1)} MB  memory ${rssMb.toFixed(0)} and ${workerRssMb.toFixed(0)} MB  files ${files} and ${workerFiles}  busy connections ${connections}`,
  )
}

function judge(samples: Sample[]): void {
  const settled = samples.slice(WARM_UP)
  if (settled.length < 4) return
  for (const key of ['heapMb', 'workerHeapMb'] as const) {
    const slope = slopeOf(settled.map((sample) => [sample.minutes / 60, sample[key]]))
    console.log(`${key}: ${slope.toFixed(2)} MB an hour`)
    if (slope > AIM.heapMbAnHour) problems.push(`${key} grows by ${slope.toFixed(2)} MB an hour`)
  }
  for (const key of ['files', 'workerFiles'] as const) {
    const [first = 0, last = 0] = [settled[0]?.[key], settled.at(-1)?.[key]]
    if (last - first > AIM.files) problems.push(`${key} grew from ${first} to ${last}`)
  }
  const busy = samples.at(-1)?.connections ?? 0
  if (busy > 0) problems.push(`${busy} database connections are busy without a request`)
}

/** Of the straight line with the least squared error. */
function slopeOf(points: (readonly [number, number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))]
  const products = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0)
  return products / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
}

function milliseconds(values: number[], share: number): string {
  return `${percentile(values, share).toFixed(0)} ms`
}

/** Dead rows that autovacuum has not removed, of the tables with most of them. */
async function printTables(db: Db): Promise<void> {
  const rows = await db<{ name: string; live: string; dead: string; size: string }[]>`
    select relname as name, n_live_tup as live, n_dead_tup as dead, pg_size_pretty(pg_total_relation_size(relid)) as size
    from pg_stat_user_tables order by n_dead_tup desc limit 8`
  console.log('\nTables with most dead rows')
  for (const { name, live, dead, size } of rows)
    console.log(`  ${name.padEnd(28)} ${live.padStart(8)} live ${dead.padStart(8)} dead ${size.padStart(10)}`)
}

/** Every booking has one paid order and one consultation at its time. */
async function judgeBooks(db: Db, bookings: number): Promise<void> {
  const [row] = await db<{ orders: number; captured: number; consultations: number }[]>`
    select (select count(*)::int from care_order where status = 'ACTIVE') as orders,
      (select count(*)::int from payment_attempt where captured > 0) as captured,
      (select count(*)::int from consultation where starts_at > now() and product_name <> 'General') as consultations`
  console.log(`${row?.orders} active orders, ${row?.captured} captured payments, ${row?.consultations} consultations`)
  if ((row?.captured ?? 0) < bookings) problems.push(`${bookings} bookings, but ${row?.captured} captured payments`)
}

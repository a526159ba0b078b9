import { setTimeout as sleep } from 'node:timers/promises'
import { dayAfter } from '@cuida/core/kit/zone.ts'
import { completeBooking } from './buy.ts'
import { type Ask, openConnection } from './connection.ts'
import { countPagesRead, countSequentialScans, insertPastConsultations, insertPastPatients } from './fill.ts'
import { percentile, runLanes } from './rounds.ts'
import { type Buyer, findProduct, makeBuyers, makeOffers, type Offer } from './shop.ts'
import { startWholeSystem } from './whole.ts'

// The same reads and bookings with a thousand, a hundred thousand and a million consultations in the database.
const PARTNER = 'vida-ligera'
const SIZES = [1_000, 100_000, 1_000_000]
const LANES = 4
const READS = 1_000
const BOOKINGS = 10
/** Highest allowed ratio of a read's p99 to its p99 at the smallest size. */
const FLAT = 1.5
/** Milliseconds below which noise of the machine exceeds the difference. */
const GRAIN_MS = 12
/** An idle database connection flushes its statistics after ten seconds. */
const COUNTED_MS = 10_500
interface Measured {
  times: number[]
  /** Per run: CPU milliseconds of server and database, and database pages read. */
  cpu: number
  pages: number
}
const first = new Map<string, { p99: number; pages: number }>()
const problems: string[] = []

const system = await startWholeSystem(PARTNER)
try {
  const product = await findProduct(PARTNER)
  const rounds = SIZES.length + 1
  const offers = await makeOffers(system, product, { clinicians: LANES, times: rounds * LANES * BOOKINGS })
  const lanes = Array.from({ length: LANES }, (_, lane) => openConnection(system.api.url, lane).ask)
  const slug = product.slug
  const today = new Date().toISOString().slice(0, 10)
  const clinicianId = String(offers[0]?.clinicianId)
  const slots = `/v1/schedule/clinician/${clinicianId}/slots?productId=${product.id}&from=${today}&to=${dayAfter(today, 6)}`
  let buyers: Buyer[] = []
  let reader = {} as Buyer
  let carts = [] as string[]
  /** New buyers for each size: a session expires while a large database is filled. */
  const arrive = async () => {
    buyers = await makeBuyers(system, system.simulators, LANES * BOOKINGS + 1)
    reader = buyers.pop() as Buyer
    carts = await Promise.all(lanes.map((ask) => cartOf(ask, reader)))
  }
  const book = async () => {
    const many = Array.from({ length: LANES }, (_, lane) => async () => {
      const times: number[] = []
      for (let made = 0; made < BOOKINGS; made++) {
        const since = performance.now()
        await completeBooking(lanes[lane] as Ask, product, buyers.pop() as Buyer, offers.pop() as Offer)
        times.push(performance.now() - since)
      }
      return times
    })
    return runLanes(many)
  }
  const measures: Record<string, () => Promise<number[]>> = {
    price: () => read((lane) => `/v1/cart/${carts[lane]}/price`),
    slots: () => read(() => slots),
    'clinicians and their next time': () => read(() => `/v1/products/${slug}/clinicians`),
    'whole booking': book,
  }
  await arrive()
  await Promise.all([measures.price?.(), measures.slots?.()])
  await book()

  const working = [...new Set(offers.map(({ clinicianId }) => clinicianId))]
  const town = await insertPastPatients(system.databaseUrl, working)
  const processor = () => system.serverCpu() + system.databaseCpu()
  let filled = 0
  for (const size of SIZES) {
    await insertPastConsultations(system.databaseUrl, town, product, { from: filled, to: size })
    filled = size
    console.log(`\n${size.toLocaleString('en')} consultations`)
    await arrive()
    await sleep(COUNTED_MS)
    const before = await countSequentialScans(system.databaseUrl)
    for (const [name, run] of Object.entries(measures)) {
      const used = processor()
      const pages = await countPagesRead(system.databaseUrl)
      const times = await run()
      const cpu = ((processor() - used) / times.length) * 1_000
      await sleep(COUNTED_MS)
      judge(name, size, { times, cpu, pages: ((await countPagesRead(system.databaseUrl)) - pages) / times.length })
    }
    const after = await countSequentialScans(system.databaseUrl)
    const whole = [...after].filter(([name, scans]) => scans > (before.get(name) ?? 0))
    console.log(`  large tables read as a whole: ${whole.map(([name]) => name).join(', ') || 'none'}`)
    if (size > 1_000 && whole.length > 0)
      problems.push(`at ${size}: ${whole.map(([name]) => name).join(', ')} read as a whole`)
  }

  async function cartOf(ask: Ask, { token, patientId }: Buyer): Promise<string> {
    const { body } = await ask(
      'POST',
      '/v1/cart',
      { productId: product.id, patientId },
      { authorization: `Bearer ${token}` },
    )
    return (body as { sessionKey: string }).sessionKey
  }
  async function read(pathFor: (lane: number) => string): Promise<number[]> {
    const headers = { authorization: `Bearer ${reader.token}` }
    return runLanes(
      lanes.map((ask, lane) => async () => {
        const times: number[] = []
        for (let asked = 0; asked < READS; asked++) {
          const since = performance.now()
          const { status } = await ask('GET', pathFor(lane), undefined, headers)
          if (status !== 200) throw new Error(`a read was answered with ${status}`)
          times.push(performance.now() - since)
        }
        return times
      }),
    )
  }
} finally {
  await system.stop()
}
for (const problem of problems) console.log(`FAILED  ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Times vary with the load of the machine; the pages that a read touches do not. */
function judge(name: string, size: number, { times, cpu, pages }: Measured): void {
  const p50 = percentile(times, 0.5)
  const p99 = percentile(times, 0.99)
  const least = first.get(name) ?? { p99, pages }
  first.set(name, least)
  const slower = p99 / least.p99
  const more = pages / least.pages
  const [middle, most, used] = [p50, p99, cpu].map((ms) => `${ms.toFixed(1).padStart(7)} ms`)
  console.log(`  ${name.padEnd(34)} p50 ${middle}  p99 ${most}  ${slower.toFixed(2)}   processor ${used}`)
  console.log(`  ${''.padEnd(34)} pages ${pages.toFixed(0).padStart(5)}  ${more.toFixed(2)}`)
  if (slower > FLAT && p99 > GRAIN_MS)
    problems.push(`${name} at ${size}: p99 ${p99.toFixed(0)} ms, ${slower.toFixed(1)} times`)
  if (more > FLAT) problems.push(`${name} at ${size}: ${pages.toFixed(0)} pages, ${more.toFixed(1)} times`)
}

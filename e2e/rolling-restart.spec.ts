import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { completeBooking } from '../bench/buy.ts'
import { openConnection } from '../bench/connection.ts'
import { tokensOf } from '../bench/patients.ts'
import { percentile } from '../bench/rounds.ts'
import { type Buyer, findProduct, makeBuyers, makeOffers, type Offer } from '../bench/shop.ts'
import type { Server } from '../bench/system.ts'
import { startWholeSystem, type WholeSystem } from '../bench/whole.ts'
import { connect } from '../server/kit/db/db.ts'
import { DEMO_IN_PUBLIC } from '../server/production.ts'
import { freePort } from '../tools/ports.ts'
import { isNginxInstalled, PASSED_OVER_MS, startNginx } from './nginx.ts'

test.skip(!isNginxInstalled, 'nginx is not installed (Debian: apt-get install nginx)')

const PARTNER = 'vida-ligera'
const RESTARTS = Number(process.env.RESTARTS ?? 10)
/** What a machine of this size carries beside the programs that book. */
const A_SECOND = Number(process.env.BOOKINGS_A_SECOND ?? 3 * availableParallelism())
const STREAMS = 20
const ADDRESSES = 500
/** More than a restart takes. */
const EACH_SECONDS = 60

test('ten rolling restarts under bookings: no request fails, and no booking is lost or doubled', async () => {
  test.setTimeout(RESTARTS * EACH_SECONDS * 1_000 + 300_000)
  const [port, first, second] = [await freePort(), await freePort(), await freePort()]
  const nginx = await startNginx(port, [first, second])
  const url = `https://127.0.0.1:${port}`
  const system = await startWholeSystem(PARTNER, {
    env: {
      PORT: String(first),
      PUBLIC_URL: url,
      TRUSTED_PROXIES: '127.0.0.1',
      DEMO_IN_PUBLIC,
      NO_SECOND_FACTOR_BECAUSE: 'a journey of the demo',
      NODE_EXTRA_CA_CERTS: nginx.certificateFile,
      READY_PATH: '/readyz',
    },
  })
  try {
    const startApi = (PORT: number) => system.start('server/main.ts', { PORT: String(PORT), READY_PATH: '/readyz' })
    const apis: [number, Server][] = [
      [first, system.api],
      [second, await startApi(second)],
    ]
    const before = await countBookings(system.databaseUrl)
    const load = await startLoad(system, url, nginx.certificate)
    const stopMs: number[] = []
    for (let restart = 0; restart < RESTARTS; restart++) {
      const api = apis[restart % 2] as [number, Server]
      const since = performance.now()
      await api[1].stop()
      stopMs.push(performance.now() - since)
      api[1] = await startApi(api[0])
      await sleep(PASSED_OVER_MS)
    }
    const { failures, bookings, ms, streams, reconnects } = await load.end()
    const times = `p50 ${percentile(ms, 0.5).toFixed(0)} ms, p99 ${percentile(ms, 0.99).toFixed(0)} ms`
    console.log(
      `${RESTARTS} restarts, ${bookings} bookings at ${A_SECOND} a second (${times}), ${failures.length} failed`,
    )
    console.log(`a process stops in ${percentile(stopMs, 1).toFixed(0)} ms at most; streams moved ${reconnects} times`)
    expect(failures, nginx.errors().join('\n')).toEqual([])
    expect(streams).toBe(STREAMS)
    expect(reconnects).toBeGreaterThanOrEqual(STREAMS)
    const after = await countBookings(system.databaseUrl)
    for (const [what, count] of Object.entries(after)) expect(count - Number(before[what]), what).toBe(bookings)
  } finally {
    await system.stop()
    await nginx.stop()
  }
})

async function countBookings(databaseUrl: string): Promise<Record<string, number>> {
  const db = connect(databaseUrl, { max: 1 })
  const [counts] = await db<Record<string, number>[]>`
    select (select count(*)::int from care_order) as orders,
           (select count(distinct cart_id)::int from care_order) as carts,
           (select count(*)::int from slot_hold where state = 'booked') as slots`
  await db.end()
  return counts ?? {}
}

/** Bookings begin at a fixed rate, whether or not earlier ones have ended. */
async function startLoad(system: WholeSystem, url: string, ca: string) {
  const product = await findProduct(PARTNER)
  const total = Math.ceil(A_SECOND * RESTARTS * EACH_SECONDS)
  const buyers = await makeBuyers(system, system.simulators, total)
  const offers = await makeOffers(system, product, { clinicians: 100, times: total })
  const watchers = buyers.splice(0, STREAMS)
  const tokenOf = tokensOf(system)
  const failures: string[] = []
  const ms: number[] = []
  const lanes: ReturnType<typeof openConnection>[] = []
  let laneCount = 0
  let isOver = false
  let reconnects = 0
  let streams = 0

  async function bookOne(buyer: Buyer, offer: Offer): Promise<void> {
    // Rate limits count by address: as many people as a clinic has in a minute.
    const lane = (laneCount > ADDRESSES ? lanes.shift() : undefined) ?? openConnection(url, laneCount++, { ca })
    const since = performance.now()
    await completeBooking(lane.ask, product, { ...buyer, token: await tokenOf(buyer.person) }, offer)
    ms.push(performance.now() - since)
    lanes.push(lane)
  }
  async function keepBooking(): Promise<void> {
    const started: Promise<void>[] = []
    const since = performance.now()
    while (!isOver) {
      const due = Math.floor(((performance.now() - since) / 1_000) * A_SECOND)
      while (started.length < due)
        started.push(
          bookOne(buyers.pop() as Buyer, offers.pop() as Offer).catch((error) => void failures.push(String(error))),
        )
      await sleep(5)
    }
    await Promise.all(started)
  }
  /** As the pages do (ui/client/change-events.ts). */
  async function keepListening({ person }: Buyer): Promise<void> {
    for (; !isOver; reconnects++) {
      const headers = { authorization: `Bearer ${await tokenOf(person)}` }
      const lane = openConnection(url, laneCount++, { ca })
      const reply = await lane.stream('/v1/events', headers, () => streams++).catch((error) => String(error))
      if (reply !== 200) failures.push(`a stream: ${reply}`)
      else streams--
      lane.close()
      await sleep(500 + Math.random() * 1_000)
    }
  }

  const booking = keepBooking()
  for (const watcher of watchers) void keepListening(watcher)
  return {
    async end() {
      // Streams of the last process have reconnected.
      await expect.poll(() => streams).toBe(STREAMS)
      isOver = true
      await booking
      for (const lane of lanes) lane.close()
      return { failures: [...failures], bookings: ms.length, ms, streams, reconnects }
    },
  }
}

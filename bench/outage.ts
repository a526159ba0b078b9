import { setTimeout as sleep } from 'node:timers/promises'
import { registerPhone } from '@cuida/core/access/api.ts'
import { listProductSlots } from '@cuida/core/booking/cart/api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { dayAfter } from '@cuida/core/kit/zone.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { connect } from '../server/kit/db/db.ts'
import { orderBooking } from './buy.ts'
import { openConnection } from './connection.ts'
import { createReader, type Reply, repeat, runOpenLoop } from './reads.ts'
import { percentile } from './rounds.ts'
import { findProduct, makeBuyers, makeOffers } from './shop.ts'
import { startWholeSystem } from './whole.ts'

// A provider accepts connections and never answers: what becomes of everything that does not need it, and how long
// after its return the first call to it succeeds.
const PARTNER = 'vida-ligera'
/** A fraction of what the API can serve, so that its delay comes from the provider and not from a queue. */
const READS_PER_SECOND = 40
const PATIENTS = 200
const STREAMS = 20
/** Orders and sign-ups, each. */
const NEEDY_PER_SECOND = 2
const WARM_UP_MS = 5_000
const PHASE_MS = 20_000
const AIM = { ratio: 2, recoveryMs: 30_000 } as const
/** Beyond the aim, so that a miss has a figure. */
const MAX_RECOVERY_MS = 60_000
/** All phases, with both recoveries. */
const MAX_NEEDY = NEEDY_PER_SECOND * Math.ceil((WARM_UP_MS + 3 * PHASE_MS + 2 * MAX_RECOVERY_MS) / 1_000)

interface Phase {
  replies: Reply[]
  cpuSeconds: number
}

const problems: string[] = []
const system = await startWholeSystem(PARTNER)
const db = connect(system.databaseUrl, { max: 1 })
const { api, simulators } = system
try {
  const product = await findProduct(PARTNER)
  const from = dayAfter(new Date().toISOString().slice(0, 10))
  const slots = `${listProductSlots.path.replace(':slug', product.slug)}?from=${from}&to=${from}`
  const read = await createReader(system, PATIENTS, ({ patientId }) => [
    slots,
    me.path,
    listConsultations.path.replace(':patientId', patientId),
  ])
  const watchers = await makeBuyers(system, simulators, STREAMS)
  const buyers = await makeBuyers(system, simulators, MAX_NEEDY)
  const offers = await makeOffers(system, product, { clinicians: 16, times: MAX_NEEDY })
  let lanes = 0

  async function withLane<T>(act: (lane: ReturnType<typeof openConnection>) => Promise<T>): Promise<T> {
    const lane = openConnection(api.url, lanes++)
    return act(lane).finally(() => lane.close())
  }
  const order = () =>
    withLane(async ({ ask }) => {
      const [buyer, offer] = [buyers.pop(), offers.pop()]
      if (!buyer || !offer) throw new Error('too few buyers')
      await orderBooking(ask, product, buyer, offer)
    })
  const signUp = () =>
    withLane(async ({ ask }) => {
      const number = `+346${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
      const { status } = await ask('POST', `/v1${registerPhone.path}`, { phone: { number, country: 'ES' } })
      if (status !== 200) throw new Error(`a sign-up was answered with ${status}`)
    })

  let endedStreams = 0
  let isOver = false
  for (const { token } of watchers)
    void withLane(({ stream }) => stream('/v1/events', { authorization: `Bearer ${token}` }, () => {}))
      .catch(() => {})
      .finally(() => !isOver && endedStreams++)
  const needy = [order, signUp].map((act) => repeat(1_000 / NEEDY_PER_SECOND, act))
  await runOpenLoop(read, READS_PER_SECOND, WARM_UP_MS)

  const phase = async (): Promise<Phase> => {
    const cpu = system.serverCpu()
    const replies = await runOpenLoop(read, READS_PER_SECOND, PHASE_MS)
    return { replies, cpuSeconds: system.serverCpu() - cpu }
  }
  const well = await phase()
  print('all providers are well', well)
  for (const [name, provider, hasSucceeded] of [
    ['payments do not answer', 'monei', isPaidSince],
    ['SMS do not answer', 'twilio', isSentSince],
  ] as const) {
    await fault('PUT', '', { provider, fault: 'timeout', times: 1_000 })
    const without = await phase()
    const backAt = new Date()
    await fault('DELETE', `?provider=${provider}`)
    print(name, without, well, await untilDone(() => hasSucceeded(backAt)))
  }
  for (const [at, name] of ['orders', 'sign-ups'].entries()) {
    const results = (await needy[at]?.stop()) ?? []
    const failed = results.filter((result) => result !== 'done')
    console.log(`${results.length - failed.length} of ${results.length} ${name} were accepted`)
    problems.push(...new Set(failed))
  }
  if (endedStreams > 0) problems.push(`${endedStreams} streams ended`)
  isOver = true
} finally {
  await db.end()
  await system.stop()
}
for (const problem of problems) console.log(`FAILED  ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)

async function fault(method: string, query: string, plan?: object): Promise<void> {
  const request = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(plan) }
  const { ok } = await fetch(`${simulators.url}/simulators/faults${query}`, plan ? request : { method })
  if (!ok) throw new Error('the simulators refused the fault')
}

async function isPaidSince(since: Date): Promise<boolean> {
  const rows = await db`select 1 from care_order where status = 'ACTIVE' and changed_at > ${since} limit 1`
  return rows.length > 0
}

async function isSentSince(since: Date): Promise<boolean> {
  const sent = (await (await fetch(`${simulators.url}/simulators/outbox`)).json()) as { channel: string; at: string }[]
  return sent.some(({ channel, at }) => channel === 'sms' && new Date(at) > since)
}

async function untilDone(isDone: () => Promise<boolean>): Promise<number> {
  const since = performance.now()
  while (!(await isDone()) && performance.now() - since < MAX_RECOVERY_MS) await sleep(100)
  return performance.now() - since
}

function print(name: string, { replies, cpuSeconds }: Phase, well?: Phase, recoveryMs?: number): void {
  const ms = (share: number, of = replies) =>
    percentile(
      of.map((reply) => reply.ms),
      share,
    )
  const line = (what: string, value: string, aim = '') => console.log(what.padEnd(46), value.padStart(12), ` ${aim}`)
  const failed = replies.filter(({ status }) => status !== 200 && status !== 304)
  console.log(`\n${PHASE_MS / 1_000} s in which ${name}`)
  line('other requests', String(replies.length))
  line('p50 ms', ms(0.5).toFixed(1))
  line('p99 ms', ms(0.99).toFixed(1))
  line('answered otherwise', String(failed.length), '0')
  if (failed.length > 0)
    problems.push(`${name}: ${failed.length} answered ${[...new Set(failed.map((each) => each.status))]}`)
  line('CPU seconds of API and worker', cpuSeconds.toFixed(1))
  if (!well || recoveryMs === undefined) return
  const ratio = ms(0.99) / ms(0.99, well.replies)
  line('p99, of that with all providers', ratio.toFixed(2), `below ${AIM.ratio}`)
  line('first success after its return, ms', recoveryMs.toFixed(0), `below ${AIM.recoveryMs}`)
  if (ratio >= AIM.ratio) problems.push(`${name}: p99 is ${ratio.toFixed(1)} times as long`)
  if (recoveryMs >= AIM.recoveryMs) problems.push(`${name}: no success within ${AIM.recoveryMs / 1_000} s`)
}

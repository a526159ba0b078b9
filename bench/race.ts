import { connect } from '../server/kit/db/db.ts'
import type { Answer, Ask } from './asker.ts'
import { openConnection } from './asker.ts'
import { answersTo, placeOrder, untilActive } from './buy.ts'
import { at } from './rounds.ts'
import { type Buyer, findProduct, makeBuyers, makeOffers, type Offer } from './shop.ts'
import { startWholeSystem } from './whole.ts'

// A thousand buyers want one of forty times, over two API processes: nobody is sold what somebody else has (product 5.4).
const PARTNER = 'vida-ligera'
const BUYERS = 1_000
const TIMES = 40
/** How many of the times somebody tries before they give up. */
const TRIES = 3
const problems: string[] = []

interface Racer {
  buyer: Buyer
  sessionKey: string
  ask: Ask
  /** The same person on the other process: a second tab. */
  askOther: Ask
  headers: Record<string, string>
}

const system = await startWholeSystem(PARTNER, true)
try {
  const other = await system.start('server/main.ts', { PUBLIC_URL: system.api.url })
  const product = await findProduct(PARTNER)
  const offers = await makeOffers(system, product, { clinicians: 4, times: TIMES })
  const racers: Racer[] = []
  for (const [lane, buyer] of (await makeBuyers(system, system.twins, BUYERS)).entries())
    racers.push(await arrive(buyer, lane, lane % 2 ? [system.api.url, other.url] : [other.url, system.api.url]))

  const times: number[] = []
  const since = performance.now()
  const won = (await Promise.all(racers.map((racer, lane) => race(racer, lane, times)))).filter(
    (racer) => racer !== undefined,
  )
  const seconds = (performance.now() - since) / 1_000
  const orders = await Promise.all(won.map(pay))
  await check(orders)
  console.log(`\n${BUYERS} buyers, ${TIMES} times, two processes`)
  console.log(`  locks asked for   ${times.length}, ${(times.length / seconds).toFixed(0)} a second`)
  console.log(`  p50 ${at(times, 0.5).toFixed(0)} ms, p99 ${at(times, 0.99).toFixed(0)} ms, all of them at once`)
  console.log(`  times won ${won.length}, orders ${new Set(orders).size}`)

  /** With a cart that is complete but for its time. */
  async function arrive(buyer: Buyer, lane: number, [near = '', far = '']: string[]): Promise<Racer> {
    const { ask } = openConnection(near, lane)
    const { ask: askOther } = openConnection(far, lane)
    const headers = { authorization: `Bearer ${buyer.token}`, 'x-locale': 'es' }
    const cart = {
      productId: product.id,
      patientId: buyer.patientId,
      symptoms: answersTo(product),
      summary: 'I have had a cough since Monday.',
      contactMethod: product.contactMethods[0],
    }
    const { body } = await ask('POST', '/v1/cart', cart, headers)
    return { buyer, ask, askOther, headers, sessionKey: (body as { sessionKey: string }).sessionKey }
  }

  async function race(racer: Racer, lane: number, times: number[]): Promise<Racer | undefined> {
    for (let tries = 0; tries < TRIES; tries++) {
      const { clinicianId, promoCode: _, ...time } = offers[(lane + tries * 7) % TIMES] as Offer
      const body = { productId: product.id, sessionKey: racer.sessionKey, ...time }
      const since = performance.now()
      const { status } = await racer.ask('POST', `/v1/schedule/clinician/${clinicianId}/lock`, body, racer.headers)
      times.push(performance.now() - since)
      if (status === 200) return racer
      if (status !== 409) problems.push(`a lock was answered with ${status}`)
    }
    return undefined
  }

  /** Taps twice, once on each process. */
  async function pay({ buyer, sessionKey, ask, askOther, headers }: Racer): Promise<string> {
    const body = placeOrder(product, buyer, sessionKey)
    const answers = await Promise.all([ask, askOther].map((tap) => tap('POST', '/v1/order', body, headers)))
    const ids = answers.map(({ body }: Answer) => (body as { workflowId: string }).workflowId)
    if (ids[0] !== ids[1] || !ids[0]) problems.push(`two taps made ${JSON.stringify(answers)}`)
    await untilActive(ask, headers, String(ids[0]))
    return String(ids[0])
  }
} finally {
  await system.stop()
}
for (const problem of new Set(problems)) console.log(`FAILED  ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Ours and the provider's books after the race. */
async function check(orders: string[]): Promise<void> {
  const db = connect(system.databaseUrl, { max: 1 })
  const [row] = await db`
    select (select count(*)::int from slot_claim where state <> 'released') as claims,
      (select count(*)::int from care_order where status = 'ACTIVE' and id in ${db(orders)}) as active,
      (select count(*)::int from slot_claim a join slot_claim b on a.id < b.id and a.clinician_id = b.clinician_id
        and a.during && b.during where a.state <> 'released' and b.state <> 'released') as doubles`
  const attempts = await db`select id, amount from payment_attempt where order_id in ${db(orders)}`
  await db.end()
  const { charges } = (await (await fetch(`${system.twins.url}/twins/ledger`)).json()) as {
    charges: { reference: string }[]
  }
  const charged = attempts.map(({ id }) => charges.filter(({ reference }) => reference === id).length)
  console.log(`\ndouble bookings ${row?.doubles}, double charges ${charged.filter((count) => count > 1).length}`)
  if (row?.doubles !== 0) problems.push(`${row?.doubles} double bookings`)
  if (row?.active !== orders.length || attempts.length !== orders.length) problems.push('an order has no end')
  if (charged.some((count) => count !== 1) || charges.length !== orders.length) problems.push('the books differ')
  if (orders.length !== TIMES) problems.push(`${orders.length} of ${TIMES} times were sold`)
}

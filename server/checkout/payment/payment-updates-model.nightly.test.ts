import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaymentUpdate } from '../../providers/payment/port.ts'
import { processForgottenOrders } from '../jobs.ts'
import { advanceCheckoutTime, type PlacedOrder, placeTestOrder, readAttempt } from '../order/test-orders.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import type { Attempt } from './attempt-store.ts'
import { savePaymentUpdate } from './charge-order.ts'

/** Updates of one payment from any source, in any order and number, while no charge runs. */
const { context, product } = await createCheckoutContext()

type Word = 'processing' | 'challenge' | 'declined' | 'paid' | 'part back' | 'more back' | 'all back' | 'other sum'
const WORDS: readonly Word[] = [
  ...(['processing', 'challenge', 'declined', 'paid', 'part back', 'more back', 'all back', 'other sum'] as const),
]

function updateOf(event: Word, { id, amount, currency }: Attempt): PaymentUpdate {
  const paid = { providerPaymentId: `pay-${id}`, amount, currency }
  const { providerPaymentId } = paid
  switch (event) {
    case 'processing':
      return { state: 'processing', providerPaymentId }
    case 'challenge':
      return { state: 'pending', providerPaymentId, nextAction: { kind: 'redirect', url: 'https://bank.test/' } }
    case 'declined':
      return { state: 'failed', providerPaymentId, reason: 'DECLINED' }
    case 'paid':
      return { state: 'succeeded', ...paid }
    case 'other sum':
      return { state: 'succeeded', ...paid, amount: amount + 1 }
    default:
      return { state: 'refunded', ...paid, refundedAmount: backOf(event, amount) }
  }
}

const backOf = (event: Word, amount: number): number =>
  ({ 'part back': 100, 'more back': 300, 'all back': amount })[event as 'part back'] ?? 0

/** The expected order without a database: the first decision counts, and refunded money only grows. */
interface Model {
  status: 'PROCESSING' | 'PENDING' | 'ACTIVE' | 'FAILED'
  captured: number
  refunded: number
  isOnHold: boolean
  /** Paid after the order was given up. */
  isLate: boolean
}
const UNPAID: Model = { status: 'PROCESSING', captured: 0, refunded: 0, isOnHold: false, isLate: false }

function applyEvent(model: Model, event: Word, amount: number): Model {
  if (model.isOnHold) return model
  const isOpen = model.status === 'PROCESSING' || model.status === 'PENDING'
  if (event === 'processing') return isOpen ? { ...model, status: 'PROCESSING' } : model
  if (event === 'challenge') return isOpen ? { ...model, status: 'PENDING' } : model
  if (event === 'declined') return isOpen ? { ...model, status: 'FAILED' } : model
  if (event === 'other sum') return model.captured > 0 ? model : { ...model, isOnHold: true }
  if (event === 'paid') {
    if (model.captured > 0) return model
    return isOpen ? { ...model, status: 'ACTIVE', captured: amount } : { ...model, captured: amount, isLate: true }
  }
  const refunded = Math.max(model.refunded, backOf(event, amount))
  const nextStatus = isOpen ? (refunded < amount ? 'ACTIVE' : 'FAILED') : model.status
  return { ...model, status: nextStatus, captured: amount, refunded }
}

async function readModel(orderId: string): Promise<Model> {
  const [row] = await context.db`
    select o.status, a.captured, a.refunded, a.on_hold_at is not null as "isOnHold",
      exists (select 1 from order_event e where e.order_id = o.id and e.detail = 'PAID_TOO_LATE') as "isLate"
    from care_order o join payment_attempt a on a.order_id = o.id where o.id = ${orderId}`
  return row as Model
}

/** Slot, consultation and refund match the order's status. */
async function expectWhole(orderId: string): Promise<void> {
  const [row] = await context.db`
    select o.status, o.refunded = a.refunded as agrees, s.state as hold, c.status as consultation,
      (select count(*)::int from consultation_action t where t.consultation_id = c.id and t.type = 'QUEUED') as queued,
      t.ordered_at is not null as ordered,
      (select array_agg(e.status order by e.id) from order_event e where e.order_id = o.id and e.detail is null) as story
    from care_order o join payment_attempt a on a.order_id = o.id join slot_hold s on s.id = o.slot_hold_id
    join cart t on t.id = o.cart_id left join consultation c on c.order_id = o.id
    where o.id = ${orderId}`
  const { status, agrees, hold, consultation, queued, ordered } = row ?? {}
  const active = { hold: 'booked', consultation: 'QUEUED', queued: 1, ordered: true }
  if (status === 'ACTIVE') expect({ hold, consultation, queued, ordered }).toEqual(active)
  else expect(queued).toBe(0)
  if (status === 'FAILED') expect([hold, ordered, consultation ?? 'EXPIRED']).toEqual(['held', false, 'EXPIRED'])
  if (status === 'PENDING') expect([hold, consultation]).toEqual(['paying', 'PENDING'])
  if (status === 'PROCESSING') expect(hold).toBe('paying')
  expect(agrees).toBe(true)
}

/** An order whose charge was sent and whose answer is still missing. */
async function waiting(): Promise<PlacedOrder & { attempt: Attempt }> {
  // All carts come from one address here, beyond its rate limit.
  await context.db`delete from rate_count`
  const at = await placeTestOrder(context, product, 'good')
  await context.db`update payment_attempt set state = 'processing' where order_id = ${at.id}`
  return { ...at, attempt: await readAttempt(context, at.id) }
}

const sendCall = (attempt: Attempt, event: Word, source: 'job' | 'webhook') =>
  savePaymentUpdate(context.services, attempt, updateOf(event, attempt), source)

test('after every update, repeated or not, the order is as the model expects', async () => {
  const delivery = fc.record({
    word: fc.constantFrom(...WORDS),
    by: fc.constantFrom('job' as const, 'webhook' as const),
  })
  const other = fc.constantFrom('poll' as const, 'runJob' as const)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof({ arbitrary: delivery, weight: 4 }, other), { maxLength: 9 }), async (steps) => {
      const at = await waiting()
      let model = UNPAID
      for (const step of steps) {
        if (step === 'poll') expect((await at.read()).status).toBe(model.status)
        else if (step === 'runJob')
          await advanceCheckoutTime(context, 20).then(() => processForgottenOrders(context.services))
        else {
          // An update may come with an attempt that was read long ago.
          await sendCall(step.by === 'job' ? await readAttempt(context, at.id) : at.attempt, step.word, step.by)
          model = applyEvent(model, step.word, at.attempt.amount)
        }
        expect(await readModel(at.id)).toEqual(model)
        await expectWhole(at.id)
      }
    }),
    { numRuns: process.env.NIGHTLY ? 600 : 60 },
  )
})

test('five updates in all 120 orders, some of them repeated, end in one state [B7.15]', async () => {
  const events: Word[] = ['processing', 'challenge', 'paid', 'part back', 'more back']
  const orders = permutations(events)
  expect(orders).toHaveLength(120)
  const ends = new Set<string>()
  for (const [index, eventSequence] of orders.entries()) {
    const at = await waiting()
    const again = eventSequence[index % eventSequence.length] ?? 'paid'
    for (const event of [...eventSequence.slice(0, 3), again, ...eventSequence.slice(3), again])
      await sendCall(at.attempt, event, 'webhook')
    await expectWhole(at.id)
    const { isLate, ...end } = await readModel(at.id)
    expect(isLate).toBe(false)
    ends.add(JSON.stringify(end))
  }
  const { amount } = product.price
  expect([...ends].map((end) => JSON.parse(end))).toEqual([
    { status: 'ACTIVE', captured: amount, refunded: 300, isOnHold: false },
  ])
})

test('concurrent updates leave the order consistent, with its money counted once', async () => {
  for (let round = 0; round < 10; round++) {
    const at = await waiting()
    const events: Word[] = ['paid', 'declined', 'challenge', 'paid', 'processing', 'declined', 'paid']
    await Promise.all(events.map((event) => sendCall(at.attempt, event, 'webhook')))
    const { status, captured, isLate } = await readModel(at.id)
    expect([status, isLate]).toEqual(status === 'ACTIVE' ? ['ACTIVE', false] : ['FAILED', true])
    expect(captured).toBe(at.attempt.amount)
    await expectWhole(at.id)
  }
})

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}

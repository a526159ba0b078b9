import { beforeEach, describe, expect, test } from 'vitest'
import { type Failpoint, orderFailpoints } from '../../kit/jobs/failpoint.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { type Checkout, compareTotals, createCheckout, readOrderMoney, runCheckoutJobs } from '../order/test-orders.ts'
import { createProcessRunner, deleteWaitingJobs, findUnsettledOrders } from '../payment/test-processes.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { actAtBank, createPixWebhook, deliverWebhook, insertPayer, openPix, orderByPix, pixInput } from './test-pix.ts'

/**
 * Ends processes at every step of a Pix: while its code is made, paid, cancelled, or paid too late. Each step costs a
 * process, so the daily run tries one of every part (crash-recovery.test.ts passes the same steps with a card), and the
 * nightly run all of them.
 */
const NIGHTLY = Boolean(process.env.NIGHTLY)
const steps = <P extends Failpoint>(byDay: P, ...more: P[]): P[] => (NIGHTLY ? [byDay, ...more] : [byDay])
type Outcome = 'ACTIVE' | 'EXPIRED' | 'REFUNDED'
const placed = new Map<string, { id: string; outcome: Outcome }>()
const tested = new Set<Failpoint>()
function remember(at: Failpoint, name: string, id: string, outcome: Outcome): void {
  tested.add(at)
  placed.set(`${at}, ${name}`, { id, outcome })
}
const { context, product } = await createCheckoutContext({ partner: 'bem-leve' })
const processes = createProcessRunner(context)
beforeEach(() => deleteWaitingJobs(context))

const atTill = async () => createCheckout(context, product, { patient: await insertPayer(context) })
const placeOrder = async (at: Checkout): Promise<string> => (await orderByPix(context, at)).body.workflowId
/** Makes this code expired and its job due. */
async function runOut(orderId: string): Promise<void> {
  await context.db`update payment_attempt set expires_at = clock_timestamp() where order_id = ${orderId}`
  await enqueue(context.db, 'processOrder', { orderId })
}

describe('the API process dies', () => {
  test.each(steps('order.intent-committed', 'order.before-intent'))(
    'at %s: the patient’s second try finds one order',
    async (at) => {
      const checkout = await atTill()
      const api = await processes.doomedApi(at)
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${checkout.patient.token}` }
      const body = JSON.stringify(pixInput(checkout))
      await expect(fetch(`${api.url}/v1/order`, { method: 'POST', headers, body })).rejects.toThrow()
      expect(await api.end).toBe('SIGKILL')
      remember(at, 'asking', await placeOrder(checkout), 'ACTIVE')
      const orders = await context.db`select id from care_order where account_id = ${checkout.patient.accountId}`
      expect(orders).toHaveLength(1)
    },
  )
  test.runIf(NIGHTLY)('at webhook.stored: the webhook of the payment is not lost', async () => {
    const { id } = await openPix(context, product)
    await actAtBank(context, id, 'pay')
    const api = await processes.doomedApi('webhook.stored')
    const { path, headers, body } = await createPixWebhook(context, id)
    await expect(fetch(api.url + path, { method: 'POST', headers, body })).rejects.toThrow()
    expect(await api.end).toBe('SIGKILL')
    remember('webhook.stored', 'paid', id, 'ACTIVE')
  })
})

describe('the worker dies', () => {
  test.each(steps('charge.answered', 'charge.leased', 'payment-update.before-commit', 'payment-update.committed'))(
    'at %s, while the code is made',
    async (at) => {
      const checkout = await atTill()
      const end = processes.doomedWorker(at)
      remember(at, 'asking', await placeOrder(checkout), 'ACTIVE')
      expect(await end).toBe('SIGKILL')
    },
  )
  test.each(steps('webhook.looked-up', 'payment-update.before-commit', 'payment-update.committed'))(
    'at %s, when the payment has arrived',
    async (at) => {
      const { id } = await openPix(context, product)
      await actAtBank(context, id, 'pay')
      expect(await deliverWebhook(context, await createPixWebhook(context, id))).toBe(200)
      expect(await processes.doomedWorker(at)).toBe('SIGKILL')
      remember(at, 'paid', id, 'ACTIVE')
    },
  )
  test.each(steps('pix.ended', 'payment-update.before-commit', 'payment-update.committed'))(
    'at %s, when the code has expired',
    async (at) => {
      const { id } = await openPix(context, product)
      await runOut(id)
      expect(await processes.doomedWorker(at)).toBe('SIGKILL')
      remember(at, 'run out', id, 'EXPIRED')
    },
  )
  test.each(steps('refund.answered', 'refund.committed'))('at %s of a late payment', async (at) => {
    const { id } = await openPix(context, product)
    await runOut(id)
    await runCheckoutJobs(context)
    await actAtBank(context, id, 'payLate')
    expect(await deliverWebhook(context, await createPixWebhook(context, id))).toBe(200)
    expect(await processes.doomedWorker(at)).toBe('SIGKILL')
    remember(at, 'too late', id, 'REFUNDED')
  })
})

test.runIf(NIGHTLY)('every failpoint of a Pix was tried', () => {
  // A Pix gets its payment id only with the answer.
  const others: readonly Failpoint[] = ['charge.created-at-provider', 'charge.payment-stored']
  expect([...tested].sort()).toEqual(orderFailpoints.filter((point) => !others.includes(point)).sort())
})

test('healthy processes finish everything within 30 s: one order a cart, one charge at most, and equal books', async () => {
  // Both API and worker: the bank reports the payments only now.
  await context.app.listen({ port: Number(context.env.PORT), host: '127.0.0.1' })
  processes.worker()
  const waiting = () => context.db`
    select order_id as id from payment_attempt where state = 'pending' and order_id = any(${idsOf('ACTIVE')})`
  const payAll = async () => {
    for (const { id } of await waiting()) await actAtBank(context, id, 'pay').catch(() => {})
    return findUnsettledOrders(context)
  }
  await expect.poll(payAll, { timeout: 30_000, interval: 500 }).toHaveLength(0)
  for (const [name, { id, outcome }] of placed) {
    const [row] = await context.db`
      select o.status, o.amount, s.state as hold, a.pix_code from care_order o
      join payment_attempt a on a.order_id = o.id join slot_hold s on s.id = o.slot_hold_id where o.id = ${id}`
    const isPaid = outcome === 'ACTIVE'
    expect([row?.status, row?.hold === 'booked', row?.pix_code], name).toEqual([
      isPaid ? 'ACTIVE' : 'FAILED',
      isPaid,
      null,
    ])
    expect(await readOrderMoney(context, id), name).toEqual({
      charged: outcome === 'EXPIRED' ? [] : [row?.amount],
      refunded: outcome === 'REFUNDED' ? [row?.amount] : [],
    })
  }
  await runCheckoutJobs(context)
  const { ours, theirs } = await compareTotals(context)
  expect(ours).toEqual(theirs)
})

const idsOf = (expectedOutcome: Outcome): string[] =>
  [...placed.values()].filter(({ outcome }) => outcome === expectedOutcome).map(({ id }) => id)

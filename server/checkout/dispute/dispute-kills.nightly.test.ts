import { beforeEach, expect, test } from 'vitest'
import { cancelTestBooking } from '../../care/test-booked.ts'
import { advanceCheckoutTime, readAttempt, runScheduledJobs } from '../order/test-orders.ts'
import { createProcessRunner, deleteWaitingJobs } from '../payment/test-processes.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { placePaidOrder } from '../test-desk-money.ts'
import { chargebackWebhook, deliverWebhook } from './test-dispute-webhooks.ts'
import { actOnDispute, type DisputeEvent, readDisputeState } from './test-disputes.ts'

/** Ends the worker at each durable step of applying a dispute; a healthy worker then finishes. */
const { context, product, price } = await createCheckoutContext({ partner: 'bem-leve' })
const processes = createProcessRunner(context)
beforeEach(() => deleteWaitingJobs(context))

async function caseOf(orderId: string): Promise<string> {
  const { providerPaymentId } = await readAttempt(context, orderId)
  const headers = { authorization: 'Bearer TEST-cuida-simulator-access-token' }
  const url = `${context.simulatorsUrl}/simulators/mercadopago/v1/chargebacks/search?payment_id=${providerPaymentId}`
  const { results } = (await (await fetch(url, { headers })).json()) as { results: { id: string }[] }
  return results[0]?.id ?? ''
}

async function result(orderId: string, ...acts: DisputeEvent[]): Promise<void> {
  for (const act of acts) await actOnDispute(context, orderId, act)
  expect(await deliverWebhook(context, chargebackWebhook(await caseOf(orderId)))).toBe(200)
}

const takenUp = async (): Promise<void> => {
  await advanceCheckoutTime(context, 120)
  await runScheduledJobs(context)
}
const eventsOf = (orderId: string) =>
  context.db`select detail from order_event where order_id = ${orderId} and detail like 'DISPUTE%' order by at`

const STEPS = ['payment-update.before-commit', 'payment-update.committed', 'webhook.looked-up'] as const

test.each(STEPS)('the worker dies at %s of a new dispute: it is applied once', async (step) => {
  const at = await placePaidOrder(context, product)
  await result(at.id, 'open')
  expect(await processes.doomedWorker(step)).toBe('SIGKILL')
  await takenUp()
  expect(await readDisputeState(context, at.id)).toMatchObject({ chargedBack: 0, disputes: { chargeback: 'open' } })
  expect(await eventsOf(at.id)).toMatchObject([{ detail: 'DISPUTE_OPENED' }])
})

test.each(STEPS)(
  'the worker dies at %s of a lost dispute: the money is counted once, and no refund is sent in addition [C10.7]',
  async (step) => {
    const at = await placePaidOrder(context, product)
    await result(at.id, 'open')
    await runScheduledJobs(context)
    expect((await cancelTestBooking(context, at)).status).toBe(200)
    await deleteWaitingJobs(context)
    await result(at.id, 'lose')
    expect(await processes.doomedWorker(step)).toBe('SIGKILL')
    await takenUp()
    expect(await readDisputeState(context, at.id)).toMatchObject({
      refunded: 0,
      chargedBack: price,
      disputes: { chargeback: 'lost' },
      refunds: ['done'],
    })
    expect(await eventsOf(at.id)).toMatchObject([{ detail: 'DISPUTE_OPENED' }, { detail: 'DISPUTE_LOST' }])
  },
)

import { beforeEach, describe, expect, test } from 'vitest'
import type { PaymentUpdate } from '../../providers/payment/port.ts'
import { endFaults } from '../../testing/test-contexts.ts'
import { checkoutJobs, processForgottenOrders } from '../jobs.ts'
import {
  advanceCheckoutTime,
  placeTestOrder,
  readAttempt,
  readOrderMoney,
  readSlotHold,
  runCheckoutJobs,
  runScheduledJobs,
} from '../order/test-orders.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import type { Attempt } from './attempt-store.ts'
import { savePaymentUpdate } from './charge-order.ts'

const { context, product } = await createCheckoutContext()
beforeEach(async () => {
  await endFaults(context)
})

function paidAttempt({ providerPaymentId, amount, currency }: Attempt) {
  if (!providerPaymentId) throw new Error('nothing was paid')
  return { providerPaymentId, amount, currency }
}

describe('concurrent jobs', () => {
  test('any number of concurrent jobs charges once', async () => {
    const at = await placeTestOrder(context, product, 'good')
    const { processOrder } = checkoutJobs(context.services)
    await Promise.all(Array.from({ length: 10 }, () => processOrder({ orderId: at.id })))
    expect((await at.read()).status).toBe('ACTIVE')
    expect((await readOrderMoney(context, at.id)).charged).toHaveLength(1)
    await runCheckoutJobs(context)
  })
  test('the scheduled job finds an order that lost its job', async () => {
    const at = await placeTestOrder(context, product, 'good')
    await context.db`delete from graphile_worker._private_jobs`
    await advanceCheckoutTime(context, 15)
    await runScheduledJobs(context)
    expect((await at.read()).status).toBe('ACTIVE')
  })
  test('a young order is left to its own job', async () => {
    const at = await placeTestOrder(context, product, 'good')
    await context.db`delete from graphile_worker._private_jobs`
    await processForgottenOrders(context.services)
    expect(await context.db`select 1 from graphile_worker._private_jobs`).toHaveLength(0)
    await advanceCheckoutTime(context, 15)
    await runScheduledJobs(context)
    expect((await at.read()).status).toBe('ACTIVE')
  })
  test('an account that was closed before the charge is not charged', async () => {
    const at = await placeTestOrder(context, product, 'good')
    await context.db`update account set status = 'blocked' where id = ${at.patient.accountId}`
    await runCheckoutJobs(context)
    const [row] = await context.db`select status, failure_reason from care_order where id = ${at.id}`
    expect(row).toMatchObject({ status: 'FAILED', failure_reason: 'CANCELLED' })
    expect((await readOrderMoney(context, at.id)).charged).toEqual([])
  })
})

describe('an outdated update', () => {
  test('ten concurrent copies of an update are applied once, without an error', async () => {
    const at = await placeTestOrder(context, product, 'good')
    const attempt = await readAttempt(context, at.id)
    const { amount, currency } = attempt
    const update: PaymentUpdate = { state: 'succeeded', providerPaymentId: `once-${at.id}`, amount, currency }
    await Promise.all(Array.from({ length: 10 }, () => savePaymentUpdate(context.services, attempt, update, 'webhook')))
    expect((await at.read()).status).toBe('ACTIVE')
    expect(await context.db`select 1 from order_event where order_id = ${at.id}`).toHaveLength(2)
  })
  test('an older update changes nothing: a paid order stays paid, and its money stays with us', async () => {
    const at = await placeTestOrder(context, product, 'good')
    await runCheckoutJobs(context)
    const attempt = await readAttempt(context, at.id)
    const { providerPaymentId, amount, currency } = paidAttempt(attempt)
    const before = await at.read()
    const updates: PaymentUpdate[] = [
      { state: 'succeeded', providerPaymentId, amount, currency },
      { state: 'processing', providerPaymentId },
      { state: 'pending', providerPaymentId, nextAction: { kind: 'redirect', url: 'https://bank.test' } },
      { state: 'failed', providerPaymentId, reason: 'DECLINED' },
      { state: 'failed', providerPaymentId: 'never-confirmed', reason: 'EXPIRED' },
    ]
    for (const update of updates) await savePaymentUpdate(context.services, attempt, update, 'webhook')
    await runCheckoutJobs(context)
    expect(await at.read()).toEqual(before)
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [product.price.amount], refunded: [] })
    expect(await context.db`select 1 from order_event where order_id = ${at.id}`).toHaveLength(2)
  })
  test('an unconfirmed payment of the same attempt says nothing about the confirmed one [B4.28]', async () => {
    const at = await placeTestOrder(context, product, 'challenge')
    await runCheckoutJobs(context)
    const attempt = await readAttempt(context, at.id)
    const stray: PaymentUpdate = { state: 'failed', providerPaymentId: 'never-confirmed', reason: 'EXPIRED' }
    await savePaymentUpdate(context.services, attempt, stray, 'webhook')
    expect((await at.read()).status).toBe('PENDING')
  })
})

describe('refunds made at the provider', () => {
  test('a refund of an active order is shown on the order', async () => {
    const at = await placeTestOrder(context, product, 'good')
    await runCheckoutJobs(context)
    const attempt = await readAttempt(context, at.id)
    const { providerPaymentId, amount, currency } = paidAttempt(attempt)
    await context.services.providers.payments.refund({ providerPaymentId, refundId: attempt.id, amount: 100, currency })
    const back: PaymentUpdate = { state: 'refunded', providerPaymentId, refundedAmount: 100, amount, currency }
    await savePaymentUpdate(context.services, attempt, back, 'webhook')
    expect(await at.read()).toMatchObject({ status: 'ACTIVE', refundAmount: 100 })
  })
  test('a full refund that arrives before the payment fails the order', async () => {
    const at = await placeTestOrder(context, product, 'good')
    const attempt = await readAttempt(context, at.id)
    const { amount, currency } = attempt
    const back = { state: 'refunded' as const, providerPaymentId: `gone-${at.id}`, amount, currency }
    await savePaymentUpdate(context.services, attempt, { ...back, refundedAmount: amount }, 'webhook')
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'CANCELLED', refundAmount: amount })
    expect((await readSlotHold(context, at.id))?.state).toBe('held')
    await context.db`update payment_attempt set captured = 0, refunded = 0, state = 'failed' where id = ${attempt.id}`
  })
})

describe('payments that do not match their attempt', () => {
  test.each([
    ['a different amount', { amount: 1 }],
    ['a different currency', { currency: 'USD' as const }],
    ['another payment id', { providerPaymentId: 'somebody-elses' }],
  ])('%s puts the payment on hold; the order waits, and no money moves', async (_, lie) => {
    const at = await placeTestOrder(context, product, 'good')
    const attempt = await readAttempt(context, at.id)
    await context.db`update payment_attempt set provider_payment_id = ${`pay-${at.id}`}, state = 'processing' where id = ${attempt.id}`
    const { amount, currency } = attempt
    const update = { state: 'succeeded' as const, providerPaymentId: `pay-${at.id}`, amount, currency }
    await savePaymentUpdate(context.services, attempt, { ...update, ...lie }, 'webhook')
    await savePaymentUpdate(context.services, attempt, update, 'webhook')
    expect((await at.read()).status).toBe('PROCESSING')
    const events = await context.db`select detail from order_event where order_id = ${at.id} and detail is not null`
    expect(events).toMatchObject([{ detail: 'MONEY_DIFFERS' }])
    const tasks = await context.db`select kind, theirs, state from reconciliation_task where order_id = ${at.id}`
    expect(tasks).toEqual([{ kind: 'MONEY_ON_HOLD', theirs: { ...update, ...lie }.amount, state: 'open' }])
    await runCheckoutJobs(context)
    await runScheduledJobs(context)
    expect((await at.read()).status).toBe('PROCESSING')
    expect((await readSlotHold(context, at.id))?.state).toBe('paying')
  })
})

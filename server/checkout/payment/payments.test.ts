import { getCart, updateCart } from '@cuida/core/booking/cart/api.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listOfferedTimes } from '../../booking/test-people.ts'
import { endFaults } from '../../testing/test-contexts.ts'
import {
  advanceCheckoutTime,
  answerBank,
  authorisePayment,
  compareTotals,
  orderWithCard,
  placeTestOrder,
  planPaymentFault,
  readAttempt,
  readConsultation,
  readOrder,
  readOrderMoney,
  readSlotHold,
  runCheckoutJobs,
  runScheduledJobs,
} from '../order/test-orders.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { savePaymentUpdate } from './charge-order.ts'

const { context, product } = await createCheckoutContext()
beforeEach(async () => {
  await endFaults(context)
})

test('the bank statement names the clinic and nothing about the care', async () => {
  const charge = vi.spyOn(context.services.providers.payments, 'charge')
  await placeTestOrder(context, product, 'good')
  await runCheckoutJobs(context)
  expect(charge.mock.lastCall?.[0]).toMatchObject({ description: context.services.config.partnerName })
  charge.mockRestore()
})

describe('a declined card [A1.5] [B3.4] [B7.15]', () => {
  test('the order fails with the reason, the slot stays held, and the second try pays', async () => {
    const at = await placeTestOrder(context, product, 'poor')
    await runCheckoutJobs(context)
    expect(await at.read()).toMatchObject({
      status: 'FAILED',
      failureDomain: 'Payment',
      failureReason: 'INSUFFICIENT_FUNDS',
      consultations: [],
    })
    expect(await readSlotHold(context, at.id)).toMatchObject({ state: 'held', fresh: true })
    expect(await readConsultation(context, at.id)).toBeUndefined()
    const cart = await context.sendCall(getCart, { sessionKey: at.sessionKey }, at.patient)
    expect(cart.body).toMatchObject({ schedule: at.time, summary: expect.any(String) })

    const change = { sessionKey: at.sessionKey, productId: product.id }
    expect((await context.sendCall(updateCart, change, at.patient)).status).toBe(200)
    const again = await orderWithCard(context, at, 'good')
    expect(again.body.workflowId).not.toBe(at.id)
    await runCheckoutJobs(context)
    expect((await readOrder(context, at.patient, again.body.workflowId)).status).toBe('ACTIVE')
    expect(await readOrderMoney(context, again.body.workflowId)).toEqual({
      charged: [product.price.amount],
      refunded: [],
    })
    expect((await readOrderMoney(context, at.id)).charged).toEqual([])
  })
  test('a slot that has begun or was held for 45 minutes is released', async () => {
    const declinedOrder = await placeTestOrder(context, product, 'declined')
    const long = await placeTestOrder(context, product, 'declined')
    await context.db`
      update slot_hold set starts_at = clock_timestamp() - interval '1 minute'
      where clinician_id = ${declinedOrder.clinicianId}`
    await context.db`
      update slot_hold set locked_at = clock_timestamp() - interval '45 minutes'
      where clinician_id = ${long.clinicianId}`
    await runCheckoutJobs(context)
    expect((await readSlotHold(context, declinedOrder.id))?.state).toBe('released')
    expect((await readSlotHold(context, long.id))?.state).toBe('released')
    const result = await orderWithCard(context, long, 'good')
    expect(result.body.code).toBe('SLOT_LOCK_EXPIRED')
  })
})

describe('3-D Secure', () => {
  const challenged = async () => {
    const at = await placeTestOrder(context, product, 'challenge')
    await runCheckoutJobs(context)
    const pending = await at.read()
    expect(pending).toMatchObject({ status: 'PENDING', challengeUrl: expect.stringMatching(/^http/) })
    return at
  }

  test('the order waits for the patient with its slot, and the poll of a returning patient finds the result', async () => {
    const at = await challenged()
    expect(await readConsultation(context, at.id)).toMatchObject({ status: 'PENDING' })
    expect((await readSlotHold(context, at.id))?.state).toBe('paying')
    expect(await listOfferedTimes(context, at.clinicianId, product)).not.toContainEqual(at.time)
    await authorisePayment(context, at.id)
    await runCheckoutJobs(context)
    expect((await at.read()).status).toBe('PENDING')
    await advanceCheckoutTime(context, 5)
    await at.read()
    await runCheckoutJobs(context)
    expect(await at.read()).toMatchObject({ status: 'ACTIVE', challengeUrl: null })
    expect(await readConsultation(context, at.id)).toMatchObject({ status: 'QUEUED' })
    expect((await readOrderMoney(context, at.id)).charged).toEqual([product.price.amount])
  })
  test('a refused challenge fails the order and keeps the slot [B8.6]', async () => {
    const at = await challenged()
    await answerBank(context, at.id, 'refuse')
    await advanceCheckoutTime(context, 20)
    await runScheduledJobs(context)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'UNAUTHORISED', challengeUrl: null })
    expect(await readConsultation(context, at.id)).toMatchObject({ status: 'EXPIRED' })
    expect((await readSlotHold(context, at.id))?.state).toBe('held')
  })
  test('a challenge that stays open for a quarter of an hour expires, and not a second earlier', async () => {
    const at = await challenged()
    await advanceCheckoutTime(context, 15 * 60 - 2)
    await runScheduledJobs(context)
    expect((await at.read()).status).toBe('PENDING')
    await advanceCheckoutTime(context, 20)
    await runScheduledJobs(context)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'EXPIRED' })
    expect(await readConsultation(context, at.id)).toMatchObject({ status: 'EXPIRED' })
  })
  test('a challenge answered after its expiry: the money is refunded automatically, once', async () => {
    const at = await challenged()
    await advanceCheckoutTime(context, 15 * 60 + 1)
    await runScheduledJobs(context)
    expect((await at.read()).status).toBe('FAILED')
    await authorisePayment(context, at.id)
    const attempt = await readAttempt(context, at.id)
    const update = await context.services.providers.payments.find({
      attemptId: attempt.id,
      providerPaymentId: attempt.providerPaymentId ?? '',
    })
    if (!update) throw new Error('the provider knows nothing')
    await Promise.all([
      savePaymentUpdate(context.services, attempt, update, 'webhook'),
      savePaymentUpdate(context.services, attempt, update, 'webhook'),
    ])
    const late = await context.db`select 1 from order_event where order_id = ${at.id} and detail = 'PAID_TOO_LATE'`
    expect(late).toHaveLength(1)
    // Even when the refund's job is lost.
    await context.db`delete from graphile_worker._private_jobs`
    await advanceCheckoutTime(context, 15)
    await runScheduledJobs(context)
    await runScheduledJobs(context)
    expect(await readOrderMoney(context, at.id)).toEqual({
      charged: [product.price.amount],
      refunded: [product.price.amount],
    })
    expect(await at.read()).toMatchObject({ status: 'FAILED', refundAmount: product.price.amount })
  })
})

describe('a failing provider', () => {
  const faults = [
    ['5xx', 'POST /simulators/monei/v1/payments'],
    ['malformed', 'POST /simulators/monei/v1/payments'],
    ['reset', '/confirm'],
    ['truncated', '/confirm'],
    ['did-it-then-5xx', '/confirm'],
  ] as const
  test.each(faults)(
    '%s at %s: the order waits, the slot stays held, and one charge settles it',
    async (fault, path) => {
      await planPaymentFault(context, fault, { path })
      const at = await placeTestOrder(context, product, 'good')
      await expect(runCheckoutJobs(context)).rejects.toMatchObject({ name: 'ProviderDown' })
      expect((await at.read()).status).toBe('PROCESSING')
      expect((await readSlotHold(context, at.id))?.state).toBe('paying')
      await advanceCheckoutTime(context, 20)
      await runScheduledJobs(context)
      expect((await at.read()).status).toBe('ACTIVE')
      expect((await readOrderMoney(context, at.id)).charged).toEqual([product.price.amount])
    },
  )
  test('silence counts as unknown, not as a refusal', { tags: ['nightly'] }, async () => {
    await planPaymentFault(context, 'did-it-then-timeout', { path: '/confirm' })
    const at = await placeTestOrder(context, product, 'good')
    await expect(runCheckoutJobs(context)).rejects.toMatchObject({ name: 'ProviderDown' })
    expect((await at.read()).status).toBe('PROCESSING')
    await advanceCheckoutTime(context, 20)
    await runScheduledJobs(context)
    expect((await at.read()).status).toBe('ACTIVE')
    expect((await readOrderMoney(context, at.id)).charged).toEqual([product.price.amount])
  })
  test('a failed query leaves the order as it was', async () => {
    await planPaymentFault(context, 'did-it-then-5xx', { path: '/confirm' })
    const at = await placeTestOrder(context, product, 'good')
    await expect(runCheckoutJobs(context)).rejects.toMatchObject({ name: 'ProviderDown' })
    await planPaymentFault(context, '5xx', { path: 'GET ', times: 2 })
    await advanceCheckoutTime(context, 20)
    await expect(runScheduledJobs(context)).rejects.toMatchObject({ name: 'ProviderDown' })
    expect((await at.read()).status).toBe('PROCESSING')
    await endFaults(context)
    await advanceCheckoutTime(context, 20)
    await runScheduledJobs(context)
    expect((await at.read()).status).toBe('ACTIVE')
  })
})

test('our books and the provider’s agree to the cent', async () => {
  const { ours, theirs } = await compareTotals(context)
  expect(ours).toEqual(theirs)
})

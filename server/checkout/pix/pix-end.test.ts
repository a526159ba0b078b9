import { describe, expect, test } from 'vitest'
import {
  compareTotals,
  createCheckout,
  readConsultation,
  readOrder,
  readOrderMoney,
  readSlotHold,
  runCheckoutJobs,
  runScheduledJobs,
} from '../order/test-orders.ts'
import {
  actAtBank,
  advancePixTime,
  CREATE_PAYMENT_ROUTE,
  createPixContext,
  fetchProviderPayment,
  insertPayer,
  minutesLeft,
  openPix,
  orderByPix,
  placePixOrder,
  planPixFault,
  readPaymentRef,
  sendCall,
} from './test-pix.ts'

const MINUTE = 60
const { context, product } = await createPixContext()

describe('the end of a Pix code', () => {
  test('a code expires half an hour after it was requested, and not three seconds earlier [B4.29]', async () => {
    const at = await openPix(context, product)
    await advancePixTime(context, 30 * MINUTE - 3)
    expect((await at.read()).status).toBe('PENDING')
    await advancePixTime(context, 20)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'EXPIRED', pix: null })
    expect(await fetchProviderPayment(context, at.id)).toMatchObject({ status: 'cancelled' })
    expect(await readConsultation(context, at.id)).toMatchObject({ status: 'EXPIRED' })
    expect((await readSlotHold(context, at.id))?.state).toBe('held')
  })
  test('the slot is released only when the provider has cancelled the code', async () => {
    const at = await openPix(context, product)
    await planPixFault(context, '5xx', 'PUT ', { times: 1 })
    await expect(advancePixTime(context, 30 * MINUTE)).rejects.toMatchObject({ name: 'ProviderDown' })
    expect((await at.read()).status).toBe('PENDING')
    expect((await readSlotHold(context, at.id))?.state).toBe('paying')
    await advancePixTime(context, 20)
    expect((await at.read()).status).toBe('FAILED')
    expect(await fetchProviderPayment(context, at.id)).toMatchObject({ status: 'cancelled' })
  })
  test.each([
    ['the cancellation', 'PUT '],
    ['every call', '/v1/payments'],
  ])('two minutes later the slot is released for good, though the provider is silent at %s', async (_, path) => {
    const at = await openPix(context, product)
    await planPixFault(context, '5xx', path, { times: 100 })
    await expect(advancePixTime(context, 31 * MINUTE)).rejects.toMatchObject({ name: 'ProviderDown' })
    expect((await at.read()).status).toBe('PENDING')
    await advancePixTime(context, 61)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'EXPIRED' })
    expect((await readSlotHold(context, at.id))?.state).not.toBe('paying')
  })
  test('a payment that was faster counts', async () => {
    const at = await openPix(context, product)
    const { providers } = context.services
    const cancel = providers.payments.cancel
    // Between our query and our cancellation.
    providers.payments.cancel = async (ref) => {
      await actAtBank(context, at.id, 'pay')
      return cancel(ref)
    }
    await advancePixTime(context, 30 * MINUTE)
    providers.payments.cancel = cancel
    expect((await at.read()).status).toBe('ACTIVE')
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [product.price.amount], refunded: [] })
  })
  test('a later payment is refunded automatically, once, even if its job is lost', async () => {
    const at = await openPix(context, product)
    await advancePixTime(context, 30 * MINUTE)
    await actAtBank(context, at.id, 'payLate')
    const paymentUpdate = await context.services.providers.payments.find(await readPaymentRef(context, at.id))
    expect(paymentUpdate).toMatchObject({ state: 'succeeded' })
    await sendCall(context, at.id)
    await sendCall(context, at.id)
    await context.db`delete from graphile_worker._private_jobs where payload ->> 'attemptId' is not null`
    await advancePixTime(context, 20)
    await runScheduledJobs(context)
    expect(await readOrderMoney(context, at.id)).toEqual({
      charged: [product.price.amount],
      refunded: [product.price.amount],
    })
    expect(await at.read()).toMatchObject({ status: 'FAILED', refundAmount: product.price.amount })
  })
  test('a code that we cancelled without recording it counts as expired, not as cancelled by the patient', async () => {
    const at = await openPix(context, product)
    await context.services.providers.payments.cancel(await readPaymentRef(context, at.id))
    expect(await fetchProviderPayment(context, at.id)).toMatchObject({
      status: 'cancelled',
      status_detail: 'by_collector',
    })
    await advancePixTime(context, 30 * MINUTE)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'EXPIRED' })
  })
  test('a code that the provider expires first ends here too', async () => {
    const at = await openPix(context, product)
    await actAtBank(context, at.id, 'expire')
    await advancePixTime(context, 20)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'EXPIRED' })
  })
})

describe('the slot of a Pix', () => {
  const lockedAgo = async (minutes: number, beginsIn?: number) => {
    const at = await createCheckout(context, product, { patient: await insertPayer(context) })
    await context.db`
      update slot_hold set locked_at = clock_timestamp() - make_interval(secs => ${minutes * 60})
      where clinician_id = ${at.clinicianId}`
    if (beginsIn !== undefined) {
      await context.db`
        update slot_hold set starts_at = clock_timestamp() + make_interval(mins => ${beginsIn}),
          ends_at = clock_timestamp() + make_interval(mins => ${beginsIn + 20})
        where clinician_id = ${at.clinicianId}`
    }
    return at
  }
  const leftOf = async (at: Awaited<ReturnType<typeof lockedAgo>>) => {
    const { body } = await orderByPix(context, at)
    await runCheckoutJobs(context)
    return minutesLeft({ read: () => readOrder(context, at.patient, body.workflowId) })
  }

  test('the slot is held for 45 minutes at most, two of them for cancelling the code', async () => {
    expect(await leftOf(await lockedAgo(20))).toBeCloseTo(23, 0)
  })
  test('the slot does not begin before the Pix is paid', async () => {
    expect(await leftOf(await lockedAgo(0, 12))).toBeCloseTo(10, 0)
  })
  test('a Pix needs five minutes left on its slot', async () => {
    expect(await leftOf(await lockedAgo(37.9))).toBeCloseTo(5, 0)
    const result = await orderByPix(context, await lockedAgo(38))
    expect([result.status, result.body.code]).toEqual([409, 'SLOT_LOCK_EXPIRED'])
  })
})

describe('a failing provider', () => {
  // The adapter gives up on a silent provider after eight seconds.
  for (const fault of ['5xx', 'timeout', 'reset', 'truncated', 'malformed', 'did-it-then-5xx', 'did-it-then-timeout'])
    test(`${fault}: the order keeps its slot and gets one code`, {
      tags: fault.endsWith('timeout') ? ['nightly'] : [],
      timeout: 30_000,
    }, async () => {
      await planPixFault(context, fault, CREATE_PAYMENT_ROUTE)
      const at = await placePixOrder(context, product)
      await expect(runCheckoutJobs(context)).rejects.toMatchObject({ name: 'ProviderDown' })
      expect(await at.read()).toMatchObject({ status: 'PROCESSING', pix: null })
      expect((await readSlotHold(context, at.id))?.state).toBe('paying')
      await advancePixTime(context, 20)
      expect((await at.read()).status).toBe('PENDING')
      await actAtBank(context, at.id, 'pay')
      await advancePixTime(context, 20)
      expect((await readOrderMoney(context, at.id)).charged).toEqual([product.price.amount])
    })
  test('after two minutes of failures no code is made any more: the order has failed, and the patient keeps the slot [B4.29]', async () => {
    await planPixFault(context, '5xx', CREATE_PAYMENT_ROUTE, { times: 10 })
    const at = await placePixOrder(context, product)
    await expect(runCheckoutJobs(context)).rejects.toMatchObject({ name: 'ProviderDown' })
    await expect(advancePixTime(context, 100)).rejects.toMatchObject({ name: 'ProviderDown' })
    await advancePixTime(context, 21)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'PIX_FAILED' })
    expect((await readSlotHold(context, at.id))?.state).toBe('held')
  })
})

test('our books and the provider’s agree to the cent', async () => {
  const { ours, theirs } = await compareTotals(context)
  expect(ours).toEqual(theirs)
})

import { recordCall, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { describe, expect, test } from 'vitest'
import {
  advanceCheckoutTime,
  planPaymentFault,
  readAttempt,
  readOrderMoney,
  runCheckoutJobs,
  runScheduledJobs,
} from '../../checkout/order/test-orders.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { recordChanges } from '../../testing/test-changes.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import {
  bookConsultation,
  cancelAtDesk,
  cancelTestBooking,
  insertStaffFor,
  readBookingState,
  setStartIn,
} from '../test-booked.ts'
import { advanceClock, insertClinician } from '../test-people.ts'

const { context, product, price } = await createCheckoutContext()

describe('cancelling by the clinician', () => {
  test('the clinician’s cancellation refunds in full, also inside the notice period', async () => {
    const at = await bookConsultation(context, product)
    await setStartIn(context, at, 60)
    expect((await cancelAtDesk(context, at, await insertStaffFor(context, at.clinicianId))).status).toBe(204)
    await runCheckoutJobs(context)
    expect(await readBookingState(context, at)).toMatchObject({
      status: 'CANCELLED',
      hold: 'released',
      refunds: [{ amount: price, state: 'done', reason: 'CLINICIAN_CANCELLED' }],
    })
    expect(await at.read()).toMatchObject({ cancelledBy: 'clinician', refundAmount: price })
  })
  test('the clinician’s cancellation ends the running call', async () => {
    const at = await bookConsultation(context, product)
    await setStartIn(context, at, 60)
    const clinician = await insertStaffFor(context, at.clinicianId)
    await context.sendCall(takeConsultation, { id: at.consultationId }, clinician)
    await context.sendCall(recordCall, { id: at.consultationId, medium: 'video', event: 'started' }, clinician)
    expect((await cancelAtDesk(context, at, clinician)).status).toBe(204)
    const { record } = await readBookingState(context, at)
    expect(record.slice(-2)).toEqual(['VIDEO_CALL_ENDED CLINICIAN', 'CANCELLED CLINICIAN'])
  })
  test('a cancelled consultation cannot be cancelled again', async () => {
    const at = await bookConsultation(context, product)
    const clinician = await insertStaffFor(context, at.clinicianId)
    await cancelAtDesk(context, at, clinician)
    expect(statusAndCodeOf(await cancelAtDesk(context, at, clinician))).toEqual([409, 'NOT_NOW'])
  })
  test('a colleague’s patient returns CONSULTATION_NOT_FOUND', async () => {
    const at = await bookConsultation(context, product)
    const colleague = await insertClinician(context, { products: [product.id] })
    expect(statusAndCodeOf(await cancelAtDesk(context, at, colleague))).toEqual([404, 'CONSULTATION_NOT_FOUND'])
    expect((await readBookingState(context, at)).status).toBe('QUEUED')
  })
})

describe('three missed calls', () => {
  const missed = async () => {
    const at = await bookConsultation(context, product)
    await setStartIn(context, at, 60)
    const { token } = await insertStaffFor(context, at.clinicianId)
    const id = at.consultationId
    for (let miss = 0; miss < 3; miss++) {
      await context.sendCall(takeConsultation, { id }, { token })
      await context.sendCall(recordCall, { id, medium: 'phone', event: 'started' }, { token })
      await context.sendCall(recordCall, { id, medium: 'phone', event: 'failed' }, { token })
      advanceClock(context)
    }
    await runCheckoutJobs(context)
    return at
  }
  test('the slot is released and nothing is refunded', async () => {
    const at = await missed()
    expect(await readBookingState(context, at)).toMatchObject({ status: 'CANCELLED', hold: 'released', refunds: [] })
    expect(await at.read()).toMatchObject({ cancelledBy: 'missed-calls', refundAmount: 0, refund: null })
  })
  test('the price is refunded where the partner sets refundAfterMissedCalls', async () => {
    context.services.config.refundAfterMissedCalls = true
    const at = await missed()
    context.services.config.refundAfterMissedCalls = false
    expect(await at.read()).toMatchObject({ cancelledBy: 'missed-calls', refundAmount: price })
  })
})

describe('a refund', () => {
  test('after a timeout the refund’s status is fetched instead of sending it again', {
    tags: ['nightly'],
  }, async () => {
    const at = await bookConsultation(context, product)
    await cancelTestBooking(context, at)
    await planPaymentFault(context, 'did-it-then-timeout', { path: '/refund' })
    await expect(runCheckoutJobs(context)).rejects.toMatchObject({ name: 'ProviderDown' })
    expect(await at.read()).toMatchObject({ refundAmount: 0, refund: { state: 'pending' } })
    await advanceCheckoutTime(context, 20)
    await runScheduledJobs(context)
    expect(await at.read()).toMatchObject({ refundAmount: price, refund: { state: 'done' } })
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([price])
  })
  test('a refund whose webhook arrives first is done before its job runs', async () => {
    const at = await bookConsultation(context, product)
    await cancelTestBooking(context, at)
    await planPaymentFault(context, 'did-it-then-5xx', { path: '/refund' })
    await expect(runCheckoutJobs(context)).rejects.toMatchObject({ name: 'ProviderDown' })
    const [attempt] = await context.db`select id, provider_payment_id from payment_attempt where order_id = ${at.id}`
    await context.db`
      insert into webhook_inbox (provider, event_id, payment_id, received_at)
      values ('monei', ${crypto.randomUUID()}, ${attempt?.provider_payment_id}, now() - interval '1 minute')`
    await runScheduledJobs(context)
    expect((await readBookingState(context, at)).refunds).toMatchObject([{ state: 'done' }])
    await advanceCheckoutTime(context, 20)
    await runScheduledJobs(context)
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([price])
  })
  test('a refund that the provider refuses is reported as refused, and the payment keeps its amount', async () => {
    const at = await bookConsultation(context, product)
    await cancelTestBooking(context, at)
    const { providerPaymentId, id: refundId } = await readAttempt(context, at.id)
    const byHand = {
      providerPaymentId: providerPaymentId ?? '',
      refundId,
      amount: 100,
      currency: product.price.currency,
    }
    await context.services.providers.payments.refund(byHand)
    expect(await recordChanges(context.services, () => runCheckoutJobs(context))).toContain(`order:${at.id}`)
    // After the refusal the provider reports the refund that was made there by hand.
    expect(await at.read()).toMatchObject({ refundAmount: 100, refund: { amount: price, state: 'refused' } })
    await advanceCheckoutTime(context, 20)
    await runScheduledJobs(context)
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([100])
  })
  test('the database refuses an owed refund above the paid amount', async () => {
    const at = await bookConsultation(context, product)
    const more = context.db`update payment_attempt set refund_owed = captured + 1 where order_id = ${at.id}`
    await expect(more).rejects.toMatchObject({ constraint_name: 'refund_owed_within_captured' })
  })
  test('the database refuses a second refund of the same attempt', async () => {
    const at = await bookConsultation(context, product)
    const add = () => context.db`
      insert into refund (attempt_id, amount, reason, state)
      select id, 1, 'MISSED_CALLS', 'pending' from payment_attempt where order_id = ${at.id}`
    await add()
    await expect(add()).rejects.toMatchObject({ constraint_name: 'one_own_refund_an_attempt' })
    await context.db`delete from refund where amount = 1`
  })
})

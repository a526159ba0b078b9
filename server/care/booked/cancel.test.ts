import { recordCall, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { nextOpening } from '@cuida/core/catalogue/hours.ts'
import { listDiscounts } from '@cuida/core/invite/api.ts'
import { describe, expect, test } from 'vitest'
import {
  createSecondProcess,
  listOfferedTimes,
  newCart,
  newClinician,
  newPatient,
  productFor,
} from '../../booking/test-people.ts'
import {
  answerBank,
  createCheckout,
  orderWithCard,
  placeTestOrder,
  planPaymentFault,
  readAttempt,
  readConsultation,
  readOrderMoney,
  readSlotHold,
  runCheckoutJobs,
  runScheduledJobs,
} from '../../checkout/order/test-orders.ts'
import { savePaymentUpdate } from '../../checkout/payment/charge-order.ts'
import { enterPromoCode, insertPromoCode, readPromoUses } from '../../checkout/promo/test-promo.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { acceptInvitations } from '../../invite/accept-invitations.ts'
import { createReferrer } from '../../invite/test-invitations.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { closeAfterTests } from '../../testing/test-contexts.ts'
import {
  bookConsultation,
  cancelAtDesk,
  cancelTestBooking,
  insertStaffFor,
  readBookingState,
  setBookingAge,
  setCancellationOptions,
  setStartIn,
} from '../test-booked.ts'
import { insertClinician } from '../test-people.ts'

const { context, product, price } = await createCheckoutContext()
const other = closeAfterTests(await createSecondProcess(context))

const NOTICE_SECONDS = 120 * 60

describe('a patient who cancels in time [B8.8]', () => {
  test('the patient is refunded in full and notified of the amount, and the slot is free at once [B4.10]', async () => {
    const at = await bookConsultation(context, product)
    expect(await cancelTestBooking(context, at)).toMatchObject({
      status: 200,
      body: { id: at.id, refundAmount: price },
    })
    expect(await readBookingState(context, at)).toEqual({
      status: 'CANCELLED',
      hold: 'released',
      record: ['QUEUED SYSTEM', 'CANCELLED PATIENT'],
      refunds: [{ amount: price, state: 'pending', reason: 'PATIENT_CANCELLED' }],
    })
    expect(await listOfferedTimes(context, at.clinicianId, product)).toContainEqual(at.time)
    const pending = { refundAmount: 0, refund: { amount: price, state: 'pending' }, cancelledBy: 'patient' }
    expect(await at.read()).toMatchObject({ status: 'ACTIVE', ...pending })
    await runCheckoutJobs(context)
    expect(await at.read()).toMatchObject({ refundAmount: price, refund: { amount: price, state: 'done' } })
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [price], refunded: [price] })
  })
  test('the patient can cancel until the notice period begins, and not after [B4.14]', async () => {
    const early = await bookConsultation(context, product)
    const late = await bookConsultation(context, product)
    await setStartIn(context, early, NOTICE_SECONDS + 30)
    await setStartIn(context, late, NOTICE_SECONDS)
    expect((await cancelTestBooking(context, early)).status).toBe(200)
    expect(statusAndCodeOf(await cancelTestBooking(context, late))).toEqual([409, 'TOO_LATE_TO_CANCEL'])
    expect(await readBookingState(context, late)).toMatchObject({ status: 'QUEUED', hold: 'booked', refunds: [] })
  })
  test('a booking made inside the notice period can be cancelled for some minutes, where the partner allows it', async () => {
    setCancellationOptions(context, { graceMinutes: 10 })
    const early = await bookConsultation(context, product)
    const late = await bookConsultation(context, product)
    for (const at of [early, late]) await setStartIn(context, at, NOTICE_SECONDS / 2)
    await setBookingAge(context, early, 9)
    await setBookingAge(context, late, 10)
    expect(await cancelTestBooking(context, early)).toMatchObject({ status: 200, body: { refundAmount: price } })
    expect(statusAndCodeOf(await cancelTestBooking(context, late))).toEqual([409, 'TOO_LATE_TO_CANCEL'])
    setCancellationOptions(context, {})
  })
  test('a repeated cancellation returns the same refund and pays it once', async () => {
    const at = await bookConsultation(context, product)
    await cancelTestBooking(context, at)
    await runCheckoutJobs(context)
    expect(await cancelTestBooking(context, at)).toMatchObject({ status: 200, body: { refundAmount: price } })
    await runScheduledJobs(context)
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([price])
  })
  test('20 concurrent cancellations by patient and clinician over two processes make one refund [B7.12]', async () => {
    const at = await bookConsultation(context, product)
    const clinician = await insertStaffFor(context, at.clinicianId)
    const tries = Array.from({ length: 20 }, (_, index) =>
      index % 4 === 3 ? cancelAtDesk(other, at, clinician) : cancelTestBooking(index % 2 ? context : other, at),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    await Promise.all([runCheckoutJobs(context), runCheckoutJobs(other)])
    await runScheduledJobs(context)
    const booking = await readBookingState(context, at)
    expect(booking.record.filter((action) => action.startsWith('CANCELLED'))).toHaveLength(1)
    expect(booking.refunds).toMatchObject([{ amount: price, state: 'done' }])
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([price])
  })
})

test('a cancelled booking returns its discount at once; one that ended after missed calls does not', async () => {
  const ana = await createReferrer(context)
  const eva = await newPatient(context)
  const campaigns = context.services.content.campaigns('en')
  await context.db.begin((tx) => acceptInvitations(tx, eva, { campaigns, referralSlug: ana.slug }))
  const discounts = async () => (await context.sendCall(listDiscounts, { patientId: eva.patientId }, eva)).body.length
  const at = await bookConsultation(context, product, eva)
  expect(await discounts()).toBe(0)
  await cancelTestBooking(context, at)
  expect(await discounts()).toBe(1)
  const again = await bookConsultation(context, product, eva)
  await context.db`update care_order set cancelled_at = now(), cancelled_by = 'missed-calls' where id = ${again.id}`
  expect(await discounts()).toBe(0)
})

test('a promo code that covered the whole price can be used again after cancelling', async () => {
  const code = await insertPromoCode(context, { percentage: 100, most_uses: 1 })
  const at = await createCheckout(context, product)
  await enterPromoCode(context, at, code)
  const { body } = await orderWithCard(context, at, undefined)
  await runCheckoutJobs(context)
  expect(await readPromoUses(context, code)).toBe(1)
  expect(await cancelTestBooking(context, { ...at, id: body.workflowId })).toMatchObject({ body: { refundAmount: 0 } })
  expect(await readPromoUses(context, code)).toBe(0)
})

describe('on-demand care', () => {
  const waiting = async () => {
    const onDemand = await productFor(context, 'onDemand')
    await newClinician(context, onDemand)
    const opens = nextOpening(onDemand.workingHours, context.services.config, new Date())
    context.services.now = () => opens ?? new Date()
    const patient = await newPatient(context)
    const sessionKey = await newCart(context, patient, onDemand, { ageConfirmed: true })
    const { body } = await orderWithCard(context, { patient, product: onDemand, sessionKey }, 'good')
    context.services.now = () => new Date()
    await runCheckoutJobs(context)
    const id = body.workflowId
    const clinician = await insertClinician(context, { products: [onDemand.id] })
    const consultationId: string = (await readConsultation(context, id))?.id
    return { id, patient, consultationId, clinician, amount: onDemand.price.amount }
  }
  test('a patient whom no clinician has taken can cancel, is refunded in full and leaves the queue', async () => {
    const at = await waiting()
    expect(await cancelTestBooking(context, at)).toMatchObject({ status: 200, body: { refundAmount: at.amount } })
    expect(statusAndCodeOf(await context.sendCall(takeConsultation, { id: at.consultationId }, at.clinician))).toEqual([
      409,
      'NOT_NOW',
    ])
    await runCheckoutJobs(context)
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([at.amount])
  })
  test('a patient cannot cancel after a clinician has taken them, nor after a missed call', async () => {
    const at = await waiting()
    const { consultationId: id, clinician } = at
    await context.sendCall(takeConsultation, { id }, clinician)
    expect(statusAndCodeOf(await cancelTestBooking(context, at))).toEqual([409, 'TOO_LATE_TO_CANCEL'])
    await context.sendCall(recordCall, { id, medium: 'phone', event: 'started' }, clinician)
    await context.sendCall(recordCall, { id, medium: 'phone', event: 'failed' }, clinician)
    expect((await readConsultation(context, at.id))?.status).toBe('QUEUED')
    expect(statusAndCodeOf(await cancelTestBooking(context, at))).toEqual([409, 'TOO_LATE_TO_CANCEL'])
  })
  test('a consultation that is taken and cancelled concurrently is either taken or refunded', async () => {
    const at = await waiting()
    await Promise.all([
      cancelTestBooking(context, at),
      other.sendCall(takeConsultation, { id: at.consultationId }, { token: at.clinician.token }),
    ])
    await runCheckoutJobs(context)
    const status = (await readConsultation(context, at.id))?.status
    expect(['ACTIVE', 'CANCELLED']).toContain(status)
    expect((await readOrderMoney(context, at.id)).refunded).toEqual(status === 'CANCELLED' ? [at.amount] : [])
  })
})

describe('refusals of cancelling', () => {
  test('another account’s order returns ORDER_NOT_FOUND', async () => {
    const at = await bookConsultation(context, product)
    expect(statusAndCodeOf(await cancelTestBooking(context, { ...at, patient: await newPatient(context) }))).toEqual([
      404,
      'ORDER_NOT_FOUND',
    ])
    expect((await readBookingState(context, at)).status).toBe('QUEUED')
  })
  test('an order whose provider has not answered returns PAYMENT_ONGOING', async () => {
    const at = await placeTestOrder(context, product, 'good')
    expect(statusAndCodeOf(await cancelTestBooking(context, at))).toEqual([409, 'PAYMENT_ONGOING'])
    await runCheckoutJobs(context)
  })
  test('an order whose payment failed returns NOT_CANCELLABLE', async () => {
    const at = await placeTestOrder(context, product, 'declined')
    await runCheckoutJobs(context)
    expect(statusAndCodeOf(await cancelTestBooking(context, at))).toEqual([409, 'NOT_CANCELLABLE'])
  })
  test('a reason with a card number returns CARD_NUMBER_REFUSED', async () => {
    const at = await bookConsultation(context, product)
    expect(statusAndCodeOf(await cancelTestBooking(context, at, 'My card 4444 4444 4444 4422 was stolen'))).toEqual([
      400,
      'CARD_NUMBER_REFUSED',
    ])
  })
})

describe('a payment that waits for the bank', () => {
  const waiting = async () => {
    const at = await placeTestOrder(context, product, 'challenge')
    await runCheckoutJobs(context)
    expect((await at.read()).status).toBe('PENDING')
    return at
  }
  test('the patient can abandon the payment: the slot is free and nothing is owed', async () => {
    const at = await waiting()
    expect(await cancelTestBooking(context, at)).toMatchObject({ status: 200, body: { refundAmount: 0 } })
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'CANCELLED', cancelledBy: 'patient' })
    expect((await readConsultation(context, at.id))?.status).toBe('CANCELLED')
    expect((await readSlotHold(context, at.id))?.state).toBe('released')
    expect(await listOfferedTimes(context, at.clinicianId, product)).toContainEqual(at.time)
  })
  test('the payment is cancelled at the provider, so its bank page charges nothing any more', async () => {
    const at = await waiting()
    await cancelTestBooking(context, at)
    await answerBank(context, at.id, 'authorise').catch(() => {})
    await context.db`update payment_attempt set checked_at = null where order_id = ${at.id}`
    await runScheduledJobs(context)
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [], refunded: [] })
  })
  test('a payment that the bank has just authorised is a booking and is cancelled with a refund', async () => {
    const at = await waiting()
    await answerBank(context, at.id, 'authorise')
    expect(await cancelTestBooking(context, at)).toMatchObject({ status: 200, body: { refundAmount: price } })
    await runCheckoutJobs(context)
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [price], refunded: [price] })
    expect((await readConsultation(context, at.id))?.status).toBe('CANCELLED')
  })
  test('an order is cancelled also when the provider’s webhook reports the ended payment first', async () => {
    const at = await waiting()
    const attempt = await readAttempt(context, at.id)
    await savePaymentUpdate(context.services, attempt, { state: 'failed', reason: 'CANCELLED' }, 'webhook')
    expect((await readSlotHold(context, at.id))?.state).toBe('held')
    expect(await cancelTestBooking(context, at)).toMatchObject({ status: 200, body: { refundAmount: 0 } })
    expect((await readSlotHold(context, at.id))?.state).toBe('released')
  })
  test('a charge that arrives while the provider is unavailable is refunded once', async () => {
    const at = await waiting()
    await planPaymentFault(context, '5xx', { path: '/cancel' })
    expect((await cancelTestBooking(context, at)).status).toBe(200)
    await answerBank(context, at.id, 'authorise')
    await context.services.db`update payment_attempt set checked_at = null where order_id = ${at.id}`
    const [attempt] = await context.db`select id, provider_payment_id from payment_attempt where order_id = ${at.id}`
    await context.db`
      insert into webhook_inbox (provider, event_id, payment_id, attempt_id)
      values ('monei', ${crypto.randomUUID()}, ${attempt?.provider_payment_id}, ${attempt?.id})`
    await context.db`update webhook_inbox set received_at = received_at - interval '1 minute'`
    await runScheduledJobs(context)
    await runScheduledJobs(context)
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [price], refunded: [price] })
    expect((await at.read()).status).toBe('FAILED')
  })
})

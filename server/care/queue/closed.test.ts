import { staffLogout } from '@cuida/core/access/team/staff-api.ts'
import { getCart } from '@cuida/core/booking/cart/api.ts'
import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { setAvailability } from '@cuida/core/care/sharing/availability.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { localTime, weekdayOf } from '@cuida/core/kit/zone.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSecondProcess, newCart, newPatient } from '../../booking/test-people.ts'
import {
  createCheckout,
  createPublicAddress,
  orderWithCard,
  readConsultation,
  readLedger,
  runCheckoutJobs,
} from '../../checkout/order/test-orders.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { recoverConsultations } from '../recovery/recover-consultations.ts'
import { cancelTestBooking, readBookingState } from '../test-booked.ts'
import { insertClinician, insertConsultation, insertPatient } from '../test-people.ts'
import { askAfterHours } from './after-hours.ts'

/** A Thursday at ten in Madrid. */
const TEN = Date.parse('2026-11-26T09:00:00Z')
const context = await createTestContext({ env: await createPublicAddress() })
const other = closeAfterTests(await createSecondProcess(context))
const found = context.services.content.product('general-consultation', 'en')
if (!found) throw new Error('there is nothing that is open day and night')
const product = found
const clinician = await insertClinician(context, { products: [product.id] })
await insertClinician(context, { products: ['skin'] })
beforeEach(async () => {
  await context.db`update consultation set status = 'CANCELLED' where status = 'QUEUED'`
  await context.db`delete from clinician_hours where clinician_id = ${clinician.clinicianId}`
  await isThere(false)
})
afterEach(() => {
  for (const { services } of [context, other]) services.now = () => new Date()
})

const lastSeen = (ago: string) => context.db`
  update session set ended_at = null, end_reason = null, last_seen_at = clock_timestamp() - ${ago}::interval where id = ${clinician.sessionId}`
const isThere = (is: boolean) => lastSeen(is ? '0' : '1 hour')
const atTen = () => {
  for (const { services } of [context, other]) services.now = () => new Date(TEN)
}
/** Gives the clinician working hours today, from `minutes` after ten in the clinic's time zone. */
const worksIn = (minutes: number) => {
  const { day, time } = localTime('Europe/Madrid', new Date(TEN + minutes * 60_000))
  return context.db`insert into clinician_hours (clinician_id, weekday, starts, ends)
    values (${clinician.clinicianId}, ${weekdayOf(day)}, ${time}, '20:00')`
}
const ready = async (chosenProduct = product) => {
  const patient = await newPatient(context)
  return {
    patient,
    product: chosenProduct,
    sessionKey: await newCart(context, patient, chosenProduct, { ageConfirmed: true }),
  }
}
const placeOrder = async (at = context, chosenProduct?: Product) =>
  statusAndCodeOf(await orderWithCard(at, await ready(chosenProduct), 'good'))
/** The on-duty state is cached for a second for reads that do not order. */
const aSecondLater = () => new Promise((resolve) => setTimeout(resolve, 1_001))
const forecast = async (slug = product.slug) => {
  await aSecondLater()
  return (await context.sendCall(getForecast, { slug })).body
}
const SOLD = [202, undefined]
const CLOSED = [409, 'CLOSE']

describe('no clinician on duty or due', () => {
  test('an order is refused without a charge, and the cart is kept [C10.4]', async () => {
    const at = await ready()
    const charged = (await readLedger(context)).charges.length
    expect(statusAndCodeOf(await orderWithCard(context, at, 'good'))).toEqual(CLOSED)
    await runCheckoutJobs(context)
    expect((await context.db`select 1 from care_order`).length).toBe(0)
    expect((await readLedger(context)).charges.length).toBe(charged)
    const cart = (await context.sendCall(getCart, { sessionKey: at.sessionKey }, { token: at.patient.token })).body
    expect(cart).toMatchObject({ summary: expect.stringContaining('cough'), patientId: at.patient.patientId })
    await isThere(true)
    expect(statusAndCodeOf(await orderWithCard(context, at, 'good'))).toEqual(SOLD)
  })
  test('the forecast before payment shows that it is closed, and until when', async () => {
    atTen()
    await worksIn(200)
    expect(await forecast()).toEqual({ wait: null, from: '2026-11-26T12:20:00.000Z', answerBy: null, closed: true })
    await isThere(true)
    expect(await forecast()).toMatchObject({ wait: { from: 0 }, from: null, closed: false })
  })
  test('an appointment can still be booked', async () => {
    const at = await createCheckout(context, product)
    await context.db`update clinician_hours set starts = '00:00', ends = '00:01' where clinician_id = ${at.clinicianId}`
    expect(statusAndCodeOf(await orderWithCard(context, at, 'good'))).toEqual(SOLD)
    await context.db`update staff set status = 'blocked' where clinician_id = ${at.clinicianId}`
  })
})

describe('a clinician on duty', () => {
  test.each([
    ['4 minutes 55 seconds', SOLD],
    ['5 minutes', CLOSED],
  ])('on-demand care reacts to a desk whose heartbeat is %s old', async (ago, answer) => {
    await lastSeen(ago)
    expect(await placeOrder()).toEqual(answer)
  })
  test('a clinician of other products does not count, a clinical manager who sees patients does', async () => {
    await context.db`update session set last_seen_at = now() where staff_id is not null and id <> ${clinician.sessionId}`
    expect(await placeOrder()).toEqual(CLOSED)
    const manager = await insertClinician(context, { role: 'clinician-and-clinical-manager', products: ['skin'] })
    expect(await placeOrder()).toEqual(SOLD)
    await context.db`update staff set status = 'blocked' where id = ${manager.staffId}`
    expect(await placeOrder()).toEqual(CLOSED)
  })
  test('an off clinician does not count, one whose pause ends within the hour does', async () => {
    await isThere(true)
    const { token } = clinician
    await context.sendCall(setAvailability, { state: 'off' }, { token })
    expect(await placeOrder()).toEqual(CLOSED)
    await context.sendCall(setAvailability, { state: 'paused', minutes: 20 }, { token })
    expect(await placeOrder()).toEqual(SOLD)
    await context.sendCall(setAvailability, { state: 'available' }, { token })
  })
  test('another process knows at once', async () => {
    expect(await placeOrder(other)).toEqual(CLOSED)
    await isThere(true)
    expect(await placeOrder(other)).toEqual(SOLD)
    await isThere(false)
    expect(await Promise.all([placeOrder(context), placeOrder(other)])).toEqual([CLOSED, CLOSED])
  })
})

describe('a clinician who is due', () => {
  test.each([
    [59, SOLD],
    [60, SOLD],
    [61, CLOSED],
    [-60, SOLD],
  ])('on-demand care with working hours that begin in %i minutes', async (minutes, answer) => {
    atTen()
    await worksIn(minutes)
    expect(await placeOrder()).toEqual(answer)
  })
  test.each([
    [59, SOLD],
    [61, CLOSED],
  ])('on-demand care with a booking in %i minutes', async (inMinutes, answer) => {
    const { patientId } = await insertPatient(context)
    await insertConsultation(context, { patientId, booked: { clinicianId: clinician.clinicianId, inMinutes } })
    expect(await placeOrder()).toEqual(answer)
  })
  test('the partner can set the number of minutes', async () => {
    atTen()
    await worksIn(61)
    const { config } = context.services
    const { partnerConfig } = config
    const care = { ...partnerConfig.care, dueMinutes: 61 }
    context.services.config = { ...config, partnerConfig: { ...partnerConfig, care } }
    expect(await placeOrder()).toEqual(SOLD)
    context.services.config = config
  })
})

describe('the last clinician leaves', () => {
  test('an order placed at that moment is either queued, or refused without a charge', async () => {
    await isThere(true)
    const { token } = clinician
    const at = await ready()
    const [placed, logoutReply] = await Promise.all([
      orderWithCard(context, at, 'good'),
      other.sendCall(staffLogout, {}, { token }),
    ])
    expect(logoutReply.status).toBe(204)
    await runCheckoutJobs(context)
    const orders = await context.db`select id from care_order where patient_id = ${at.patient.patientId}`
    expect([SOLD, CLOSED]).toContainEqual(statusAndCodeOf(placed))
    expect(orders.length).toBe(placed.status === 202 ? 1 : 0)
    if (placed.status === 202) expect((await readConsultation(context, placed.body.workflowId))?.status).toBe('QUEUED')
    expect(await placeOrder()).toEqual(CLOSED)
  })
  test('a patient who has paid keeps the place through every scheduled job and can cancel with a full refund', async () => {
    await isThere(true)
    const at = await ready()
    const { body } = await orderWithCard(context, at, 'good')
    await isThere(false)
    await runCheckoutJobs(context)
    await askAfterHours(context.services)
    await recoverConsultations(context.services)
    const waits = { ...at, id: body.workflowId, consultationId: (await readConsultation(context, body.workflowId))?.id }
    expect((await readBookingState(context, waits)).status).toBe('QUEUED')
    expect(await cancelTestBooking(context, waits)).toMatchObject({
      status: 200,
      body: { refundAmount: product.price.amount },
    })
  })
})

test('forty forecasts at once query the on-duty clinicians once', async () => {
  // Lets the cached state of the previous tests expire.
  await aSecondLater()
  const attendances = await Promise.all(Array.from({ length: 40 }, () => context.services.attendances()))
  expect(new Set(attendances).size).toBe(1)
  const products = context.services.content.products('en')
  const result = await Promise.all(products.map(({ slug }) => context.sendCall(getForecast, { slug })))
  expect(result.every(({ status, body }) => status === 200 && body.closed)).toBe(true)
  expect(await context.services.attendances()).toBe(attendances[0])
})

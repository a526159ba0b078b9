import { rescheduleBooked } from '@cuida/core/booking/agenda/agenda-api.ts'
import { updateCart } from '@cuida/core/booking/cart/api.ts'
import { describe, expect, test } from 'vitest'
import {
  completeAnswers,
  listOfferedTimes,
  lockTestSlot,
  newCart,
  newClinician,
  newDependant,
  newPatient,
  productForChildren,
} from '../../booking/test-people.ts'
import { bookConsultation, cancelTestBooking, rescheduleTestBooking } from '../../care/test-booked.ts'
import { insertClinician } from '../../care/test-people.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { type Checkout, orderWithCard, readConsultation, runCheckoutJobs } from './test-orders.ts'

const { context, product } = await createCheckoutContext()

/** The same minutes as `at` with another clinician, held before the patient had anything else then. */
async function rivalCheckout(at: Pick<Checkout, 'patient'>, time: Checkout['time']): Promise<Checkout> {
  const { patient } = at
  const clinicianId = await newClinician(context, product)
  const sessionKey = await newCart(context, patient, product)
  const { status } = await lockTestSlot(context, patient, {
    id: clinicianId,
    productId: product.id,
    sessionKey,
    ...time,
  })
  expect(status).toBe(200)
  return { patient, product, sessionKey, clinicianId, time }
}

async function firstTime(): Promise<Checkout['time']> {
  const [time] = await listOfferedTimes(context, await newClinician(context, product), product)
  if (!time) throw new Error('the clinician has no free slot')
  return time
}

const shifted = ({ startTime, endTime }: Checkout['time'], minutes: number): Checkout['time'] => {
  const addMinutes = (moment: string) => new Date(Date.parse(moment) + minutes * 60_000).toISOString()
  return { startTime: addMinutes(startTime), endTime: addMinutes(endTime) }
}

describe('a second consultation of one patient in the same minutes', () => {
  test('the second slot is not held, and the refusal names the first consultation', async () => {
    const first = await bookConsultation(context, product)
    const clinicianId = await newClinician(context, product)
    const sessionKey = await newCart(context, first.patient, product)
    const refused = await lockTestSlot(context, first.patient, {
      id: clinicianId,
      productId: product.id,
      sessionKey,
      ...first.time,
    })
    expect(statusAndCodeOf(refused)).toEqual([409, 'CONSULTATION_OVERLAPS'])
    expect(refused.body.existing).toEqual({ consultationId: first.consultationId, startTime: first.time.startTime })
  })
  test('the second slot is not sold when both were held before either was paid; a retry of the first stays one order', async () => {
    const patient = await newPatient(context)
    const time = await firstTime()
    const one = await rivalCheckout({ patient }, time)
    const two = await rivalCheckout({ patient }, time)
    const sold = await orderWithCard(context, one, 'good')
    const refused = await orderWithCard(context, two, 'good')
    expect(sold.status).toBe(202)
    expect(statusAndCodeOf(refused)).toEqual([409, 'CONSULTATION_OVERLAPS'])
    expect(refused.body.existing).toMatchObject({ startTime: time.startTime })
    expect((await orderWithCard(context, one, 'good')).body.workflowId).toBe(sold.body.workflowId)
    await runCheckoutJobs(context)
    const orders = await context.db`select status from care_order where account_id = ${patient.accountId}`
    expect(orders).toEqual([{ status: 'ACTIVE' }])
  })
  test('one of two concurrent orders is sold', async () => {
    const patient = await newPatient(context)
    const time = await firstTime()
    const both = [await rivalCheckout({ patient }, time), await rivalCheckout({ patient }, time)]
    const answers = await Promise.all(both.map((at) => orderWithCard(context, at, 'good')))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409])
    expect(answers.map(({ body }) => body.code)).toContain('CONSULTATION_OVERLAPS')
  })
  test('partly overlapping minutes are refused; the next free minute is not', async () => {
    const first = await bookConsultation(context, product)
    const clinicianId = await newClinician(context, product)
    const sessionKey = await newCart(context, first.patient, product)
    const at = (time: Checkout['time']) =>
      lockTestSlot(context, first.patient, { id: clinicianId, productId: product.id, sessionKey, ...time })
    const minutes = (Date.parse(first.time.endTime) - Date.parse(first.time.startTime)) / 60_000
    const slots = await listOfferedTimes(context, clinicianId, product)
    for (const time of slots.slice(0, 8)) {
      const isApart = time.startTime >= first.time.endTime || time.endTime <= first.time.startTime
      expect((await at(time)).status).toBe(isApart ? 200 : 409)
    }
    expect((await at(shifted(first.time, minutes))).status).toBe(200)
  })
  test('a child of the family has the same limit as the holder', async () => {
    const first = await bookConsultation(context, product)
    const child = await newDependant(context, first.patient, '2012-03-01')
    const kids = await productForChildren(context)
    const clinicianId = await newClinician(context, kids)
    const sessionKey = await newCart(context, first.patient, kids, { patientId: child })
    const [begins, ends] = [Date.parse(first.time.startTime), Date.parse(first.time.endTime)]
    const times = await listOfferedTimes(context, clinicianId, kids)
    const time = times.find(({ startTime }) => Date.parse(startTime) >= begins && Date.parse(startTime) < ends)
    if (!time) throw new Error('the clinician has no free slot')
    const input = { id: clinicianId, productId: kids.id, sessionKey, ...time }
    expect((await lockTestSlot(context, first.patient, input)).status).toBe(200)
    const at = { ...first, product: kids, clinicianId, sessionKey }
    expect((await orderWithCard(context, at, 'good', { patientId: child })).status).toBe(202)
  })
  test('an order is refused when its cart is assigned to the same patient after its slot was held', async () => {
    const first = await bookConsultation(context, product)
    const { patient } = first
    const child = await newDependant(context, patient, '2012-03-01')
    const clinicianId = await newClinician(context, product)
    const sessionKey = await newCart(context, patient, product, { patientId: child })
    await lockTestSlot(context, patient, { id: clinicianId, productId: product.id, sessionKey, ...first.time })
    const cartInput = { sessionKey, productId: product.id, patientId: patient.patientId, ...completeAnswers(product) }
    await context.sendCall(updateCart, cartInput, { token: patient.token })
    const refused = await orderWithCard(context, { patient, product, sessionKey }, 'good')
    expect(statusAndCodeOf(refused)).toEqual([409, 'CONSULTATION_OVERLAPS'])
    expect(refused.body.existing).toMatchObject({ consultationId: first.consultationId })
  })
  test('the second slot may be booked once the first consultation was cancelled or ended early', async () => {
    const cancelled = await bookConsultation(context, product)
    await cancelTestBooking(context, cancelled)
    await rivalCheckout(cancelled, cancelled.time)
    const ended = await bookConsultation(context, product)
    await context.db`update consultation set status = 'CLOSED_WITH_ERROR' where id = ${ended.consultationId}`
    const next = await rivalCheckout(ended, ended.time)
    expect((await orderWithCard(context, next, 'good')).status).toBe(202)
  })
})

describe('moving a consultation into another one of its patient', () => {
  test('the patient’s move is refused, naming the other consultation', async () => {
    const first = await bookConsultation(context, product)
    const second = await bookConsultation(context, product, first.patient)
    const clinicianId = await newClinician(context, product)
    const refused = await rescheduleTestBooking(context, second, { ...first.time, clinicianId })
    expect(statusAndCodeOf(refused)).toEqual([409, 'CONSULTATION_OVERLAPS'])
    expect(refused.body.existing).toMatchObject({ consultationId: first.consultationId })
    expect(await readConsultation(context, second.id)).toMatchObject({ starts_at: new Date(second.time.startTime) })
  })
  test('the desk’s move is refused', async () => {
    const first = await bookConsultation(context, product)
    const second = await bookConsultation(context, product, first.patient)
    const { token } = await insertClinician(context, { isClinician: false, role: 'clinical-manager' })
    const to = { id: second.consultationId, ...first.time, clinicianId: await newClinician(context, product) }
    const refused = await context.sendCall(rescheduleBooked, { ...to, reason: 'The clinician is ill' }, { token })
    expect(statusAndCodeOf(refused)).toEqual([409, 'CONSULTATION_OVERLAPS'])
  })
  test('a move by a few minutes may use the time that the consultation leaves', async () => {
    const at = await bookConsultation(context, product)
    const slots = await listOfferedTimes(context, at.clinicianId, product)
    const next = slots.find(({ startTime }) => startTime > at.time.startTime)
    if (!next) throw new Error('no later time is offered')
    expect((await rescheduleTestBooking(context, at, next)).status).toBe(200)
  })
})

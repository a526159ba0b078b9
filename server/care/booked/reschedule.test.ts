import { describe, expect, test } from 'vitest'
import {
  createSecondProcess,
  listOfferedTimes,
  lockTestSlot,
  newCart,
  newClinician,
  newPatient,
} from '../../booking/test-people.ts'
import {
  placeOrderFromCheckout,
  readConsultation,
  readOrderMoney,
  runCheckoutJobs,
} from '../../checkout/order/test-orders.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { closeAfterTests } from '../../testing/test-contexts.ts'
import {
  bookConsultation,
  cancelAtDesk,
  cancelTestBooking,
  expectConsistentBooking,
  insertStaffFor,
  readBookingState,
  rescheduleTestBooking,
  setStartIn,
  type TestBooking,
} from '../test-booked.ts'
import { insertConsultation } from '../test-people.ts'

const { context, product } = await createCheckoutContext()
const other = closeAfterTests(await createSecondProcess(context))

async function freeTime({ clinicianId }: TestBooking, index = 3) {
  const time = (await listOfferedTimes(context, clinicianId, product))[index]
  if (!time) throw new Error('the clinician has no free slot')
  return time
}

describe('a patient who reschedules [B4.14]', () => {
  test('the patient gets the new slot, and the old one is free for others', async () => {
    const at = await bookConsultation(context, product)
    const time = await freeTime(at)
    expect(await rescheduleTestBooking(context, at, time)).toMatchObject({
      status: 200,
      body: { id: at.consultationId, ...time },
    })
    const slots = await listOfferedTimes(context, at.clinicianId, product)
    expect(slots).toContainEqual(at.time)
    expect(slots).not.toContainEqual(time)
    expect((await at.read()).consultations).toEqual([
      { id: at.consultationId, clinicianId: at.clinicianId, startTime: time.startTime },
    ])
    const { record, hold } = await readBookingState(context, at)
    expect([hold, record]).toEqual(['booked', ['QUEUED SYSTEM', 'QUEUED PATIENT']])
    const [event] =
      await context.db`select source from order_event where order_id = ${at.id} and detail = 'RESCHEDULED'`
    expect(event?.source).toBe('app')
    await expectConsistentBooking(context, at)
  })
  test('the patient can choose another clinician who offers the same product', async () => {
    const at = await bookConsultation(context, product)
    const clinicianId = await newClinician(context, product)
    const time = (await listOfferedTimes(context, clinicianId, product))[5]
    if (!time) throw new Error('the clinician has no free slot')
    expect(await rescheduleTestBooking(context, at, { ...time, clinicianId })).toMatchObject({
      status: 200,
      body: { clinicianId },
    })
    expect(await readConsultation(context, at.id)).toMatchObject({ clinician_id: clinicianId })
    await expectConsistentBooking(context, at)
  })
  test('rescheduling to the current slot changes nothing', async () => {
    const at = await bookConsultation(context, product)
    expect((await rescheduleTestBooking(context, at, at.time)).status).toBe(200)
    expect((await readBookingState(context, at)).record).toEqual(['QUEUED SYSTEM'])
  })
  test('the current slot is kept even when it is no longer offered', async () => {
    const at = await bookConsultation(context, product)
    await context.db`delete from clinician_hours where clinician_id = ${at.clinicianId}`
    expect(await rescheduleTestBooking(context, at, at.time)).toMatchObject({ status: 200, body: at.time })
    await expectConsistentBooking(context, at)
  })
  test('rescheduling is free, and a later cancellation refunds in full', async () => {
    const at = await bookConsultation(context, product)
    await rescheduleTestBooking(context, at, await freeTime(at))
    await cancelTestBooking(context, at)
    await runCheckoutJobs(context)
    const { amount } = product.price
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [amount], refunded: [amount] })
    await expectConsistentBooking(context, at)
  })
})

describe('refusals of rescheduling', () => {
  test('a slot of another patient is refused and the old one stays', async () => {
    const at = await bookConsultation(context, product)
    const rival = await newPatient(context)
    const time = await freeTime(at)
    const sessionKey = await newCart(context, rival, product)
    await lockTestSlot(context, rival, { id: at.clinicianId, productId: product.id, sessionKey, ...time })
    expect(statusAndCodeOf(await rescheduleTestBooking(context, at, time))).toEqual([409, 'SLOT_TAKEN'])
    expect(await readConsultation(context, at.id)).toMatchObject({ starts_at: new Date(at.time.startTime) })
    await expectConsistentBooking(context, at)
  })
  test('a booking within the notice period is refused, one a moment earlier is not', async () => {
    const early = await bookConsultation(context, product)
    const late = await bookConsultation(context, product)
    await setStartIn(context, early, 120 * 60 + 30)
    await setStartIn(context, late, 120 * 60)
    expect((await rescheduleTestBooking(context, early, await freeTime(early))).status).toBe(200)
    expect(statusAndCodeOf(await rescheduleTestBooking(context, late, await freeTime(late)))).toEqual([
      409,
      'TOO_LATE_TO_CANCEL',
    ])
  })
  test('a time that the clinician does not offer is refused', async () => {
    const at = await bookConsultation(context, product)
    const { startTime, endTime } = await freeTime(at)
    const shifted = (moment: string) => new Date(Date.parse(moment) + 60_000).toISOString()
    const odd = { startTime: shifted(startTime), endTime: shifted(endTime) }
    expect(statusAndCodeOf(await rescheduleTestBooking(context, at, odd))).toEqual([409, 'SLOT_NOT_OFFERED'])
  })
  test('a time that another clinician does not offer is refused, though the patient has it with this one', async () => {
    const at = await bookConsultation(context, product)
    const clinicianId = await newClinician(context, product)
    await context.db`delete from clinician_hours where clinician_id = ${clinicianId}`
    expect(statusAndCodeOf(await rescheduleTestBooking(context, at, { ...at.time, clinicianId }))).toEqual([
      409,
      'SLOT_NOT_OFFERED',
    ])
    await expectConsistentBooking(context, at)
  })
  test.each([
    ['an on-demand consultation', undefined],
    ['an appointment without an order', 60 * 24],
  ])('NOT_RESCHEDULABLE for %s', async (_, inMinutes) => {
    const at = await bookConsultation(context, product)
    const { clinicianId, patient } = at
    const hour = inMinutes && { booked: { clinicianId, inMinutes }, productId: product.id }
    const waits = await insertConsultation(context, { patientId: patient.patientId, ...hour })
    const input = { ...(await freeTime(at)), clinicianId }
    expect(statusAndCodeOf(await rescheduleTestBooking(context, { ...at, consultationId: waits }, input))).toEqual([
      409,
      'NOT_RESCHEDULABLE',
    ])
  })
  test('a clinician who does not offer the product returns CLINICIAN_NOT_FOUND', async () => {
    const at = await bookConsultation(context, product)
    const elsewhere = await newClinician(context, { ...product, id: 'something-else' })
    const input = { ...(await freeTime(at)), clinicianId: elsewhere }
    expect(statusAndCodeOf(await rescheduleTestBooking(context, at, input))).toEqual([404, 'CLINICIAN_NOT_FOUND'])
  })
  test('another account’s consultation returns CONSULTATION_NOT_FOUND', async () => {
    const at = await bookConsultation(context, product)
    const stranger = { ...at, patient: await newPatient(context) }
    expect(statusAndCodeOf(await rescheduleTestBooking(context, stranger, await freeTime(at)))).toEqual([
      404,
      'CONSULTATION_NOT_FOUND',
    ])
  })
  test('a cancelled booking returns NOT_RESCHEDULABLE', async () => {
    const at = await bookConsultation(context, product)
    await cancelTestBooking(context, at)
    expect(statusAndCodeOf(await rescheduleTestBooking(context, at, await freeTime(at)))).toEqual([
      409,
      'NOT_RESCHEDULABLE',
    ])
  })
  test('a product that is no longer sold returns PRODUCT_NOT_FOUND', async () => {
    const at = await bookConsultation(context, product)
    await context.db`update consultation set product_id = 'gone' where id = ${at.consultationId}`
    expect(statusAndCodeOf(await rescheduleTestBooking(context, at, await freeTime(at)))).toEqual([
      404,
      'PRODUCT_NOT_FOUND',
    ])
  })
})

describe('races', () => {
  test('concurrent requests of one patient leave one of the two slots, never both', async () => {
    const at = await bookConsultation(context, product)
    const one = await freeTime(at, 4)
    const two = await freeTime(at, 6)
    await Promise.all([
      rescheduleTestBooking(context, at, one),
      rescheduleTestBooking(other, at, two),
      rescheduleTestBooking(other, at, one),
    ])
    await expectConsistentBooking(context, at)
  })
  test('two patients who want each other’s slot each end with exactly one', async () => {
    const clinicianId = await newClinician(context, product)
    const couple: TestBooking[] = []
    for (let person = 0; person < 2; person++) {
      const patient = await newPatient(context)
      const sessionKey = await newCart(context, patient, product)
      const time = (await listOfferedTimes(context, clinicianId, product))[person]
      if (!time) throw new Error('the clinician has no free slot')
      await lockTestSlot(context, patient, { id: clinicianId, productId: product.id, sessionKey, ...time })
      couple.push(await bookedAt({ patient, sessionKey, clinicianId, time }))
    }
    const [ana, eva] = couple as [TestBooking, TestBooking]
    const answers = await Promise.all([
      rescheduleTestBooking(context, ana, eva.time),
      rescheduleTestBooking(other, eva, ana.time),
    ])
    for (const answer of answers) expect([200, 409]).toContain(answer.status)
    await expectConsistentBooking(context, ana)
    await expectConsistentBooking(context, eva)
  })
  test('of 20 patients who want one free slot one gets it, and the others keep theirs', async () => {
    const crowd: TestBooking[] = []
    for (let person = 0; person < 20; person++) crowd.push(await bookConsultation(context, product))
    const clinicianId = await newClinician(context, product)
    const time = (await listOfferedTimes(context, clinicianId, product))[0]
    if (!time) throw new Error('the clinician has no free slot')
    const tries = crowd.map((at, index) =>
      rescheduleTestBooking(index % 2 ? context : other, at, { ...time, clinicianId }),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'SLOT_TAKEN')).toHaveLength(19)
    for (const at of crowd) await expectConsistentBooking(context, at)
  })
  test('concurrent rescheduling and cancelling leave the booking cancelled with one refund', async () => {
    for (let round = 0; round < 6; round++) {
      const at = await bookConsultation(context, product)
      const clinician = await insertStaffFor(context, at.clinicianId)
      await Promise.all([
        rescheduleTestBooking(context, at, await freeTime(at)),
        cancelTestBooking(other, at),
        ...(round % 2 ? [cancelAtDesk(context, at, clinician)] : []),
      ])
      await runCheckoutJobs(context)
      const { status, refunds } = await readBookingState(context, at)
      expect([status, refunds.length]).toEqual(['CANCELLED', 1])
      await expectConsistentBooking(context, at)
    }
  })
})

test('the database refuses to release the slot of a waiting booking', async () => {
  const at = await bookConsultation(context, product)
  const steal = context.db`
    update slot_hold set state = 'released' where id = (select slot_hold_id from care_order where id = ${at.id})`
  await expect(steal).rejects.toMatchObject({ constraint_name: 'booked_time_is_kept' })
  await expectConsistentBooking(context, at)
})

async function bookedAt(at: Omit<TestBooking, 'id' | 'read' | 'product' | 'consultationId'>): Promise<TestBooking> {
  const placedOrder = await placeOrderFromCheckout(context, { ...at, product }, 'good')
  await runCheckoutJobs(context)
  return { ...placedOrder, consultationId: (await readConsultation(context, placedOrder.id))?.id }
}

import { getConsultation } from '@cuida/core/care/call/api.ts'
import { getQueue, recordCall, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { chooseWhenLate } from '@cuida/core/care/reassignment/late-api.ts'
import { requeue } from '@cuida/core/care/reassignment/reassignment-api.ts'
import type { LateChoice } from '@cuida/core/consultation/late-choice.ts'
import { zoneAtNoon } from '@cuida/core/kit/test-zone.ts'
import { describe, expect, test } from 'vitest'
import { listOfferedTimes } from '../../booking/test-people.ts'
import { readOrderMoney, runCheckoutJobs } from '../../checkout/order/test-orders.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import {
  bookConsultation,
  cancelTestBooking,
  insertStaffFor,
  readBookingState,
  rescheduleTestBooking,
  setStartIn,
  type TestBooking,
} from '../test-booked.ts'
import { insertClinician, insertPatient, joinBothSides, type TestClinician } from '../test-people.ts'
import { recoverConsultations } from './recover-consultations.ts'

const { context, product } = await createCheckoutContext()
// A time zone in which it is noon: shortly after midnight an appointment 46 minutes ago would be yesterday's, and no
// consultation waits past its day.
Object.assign(context.services.config, { timeZone: zoneAtNoon() })

const runJob = () => recoverConsultations(context.services)
async function lateBy(minutes: number): Promise<TestBooking> {
  const at = await bookConsultation(context, product)
  await setStartIn(context, at, -minutes * 60)
  await runJob()
  return at
}
const choose = ({ consultationId: id, patient }: TestBooking, choice: LateChoice) =>
  context.sendCall(chooseWhenLate, { id, choice }, { token: patient.token })
const fetchConsultation = async ({ consultationId: id, patient }: TestBooking) =>
  (await context.sendCall(getConsultation, { patientId: patient.patientId, id }, { token: patient.token })).body
const notificationsOf = async ({ consultationId }: TestBooking) => {
  const rows = await context.db<{ kind: string }[]>`
    select type as kind from notification where consultation_id = ${consultationId} and type <> 'booked' order by created_at`
  return rows.map(({ kind }) => kind)
}
const queueOf = async ({ token }: TestClinician) => (await context.sendCall(getQueue, {}, { token })).body.items
const take = ({ consultationId: id }: TestBooking, { token }: TestClinician) =>
  context.sendCall(takeConsultation, { id }, { token })
const colleague = (products = [product.id]) => insertClinician(context, { products })

describe('a clinician who does not come', () => {
  test('nobody is notified before five minutes', async () => {
    const at = await lateBy(4)
    expect(await notificationsOf(at)).toEqual([])
    expect(statusAndCodeOf(await take(at, await colleague()))).toEqual([404, 'CONSULTATION_NOT_FOUND'])
  })
  test('after five minutes the patient is notified once, whichever worker runs [C10.1]', async () => {
    const at = await lateBy(6)
    await Promise.all([runJob(), runJob()])
    expect(await notificationsOf(at)).toEqual(['late'])
  })
  test('after fifteen minutes the patient is notified once of the choice', async () => {
    const at = await lateBy(16)
    await runJob()
    expect(await notificationsOf(at)).toEqual(['late-choice'])
  })
  test('after forty-five minutes the booking is refunded once and the patient notified [C10.1]', async () => {
    const at = await lateBy(46)
    await Promise.all([runJob(), runJob()])
    await runCheckoutJobs(context)
    expect(await readBookingState(context, at)).toMatchObject({
      status: 'CANCELLED',
      hold: 'released',
      refunds: [{ amount: product.price.amount, state: 'done', reason: 'CLINICIAN_ABSENT' }],
    })
    expect((await readBookingState(context, at)).record.at(-1)).toBe('CANCELLED SYSTEM')
    expect(await at.read()).toMatchObject({ cancelledBy: 'absence' })
    expect(await notificationsOf(at)).toContain('cancelled')
  })
  test('a clinician who came but did not reach the patient is not late', async () => {
    const at = await bookConsultation(context, product)
    const clinician = await insertStaffFor(context, at.clinicianId)
    await setStartIn(context, at, 0)
    await take(at, clinician)
    await context.db`update consultation set status = 'QUEUED', held_by = null where id = ${at.consultationId}`
    await setStartIn(context, at, -46 * 60)
    await runJob()
    expect((await readBookingState(context, at)).status).toBe('QUEUED')
    expect(await notificationsOf(at)).toEqual([])
  })
})

describe('a consultation held at the end of the day', () => {
  const YESTERDAY = 26 * 60
  /** Taken by its clinician more than a day ago; `talk`: who joined the call. */
  async function heldSince(isGone: boolean, talk: 'none' | 'alone' | 'both'): Promise<TestBooking> {
    const at = await bookConsultation(context, product)
    const clinician = await insertStaffFor(context, at.clinicianId)
    await setStartIn(context, at, 0)
    await take(at, clinician)
    const id = at.consultationId
    if (talk !== 'none')
      await context.sendCall(recordCall, { id, medium: 'video', event: 'started' }, { token: clinician.token })
    if (talk === 'both') await joinBothSides(context, id)
    await setStartIn(context, at, -YESTERDAY * 60)
    if (isGone)
      await context.db`update session set last_seen_at = now() - interval '1 hour' where id = ${clinician.sessionId}`
    await runJob()
    await runJob()
    await runCheckoutJobs(context)
    return at
  }
  test.each(['none', 'alone'] as const)(
    'a holder who has gone leaves a full refund, with %s in the call',
    async (talk) => {
      const at = await heldSince(true, talk)
      expect(await readBookingState(context, at)).toMatchObject({
        status: 'CANCELLED',
        hold: 'released',
        refunds: [{ amount: product.price.amount, state: 'done', reason: 'CARE_NOT_GIVEN' }],
      })
      expect(await notificationsOf(at)).toContain('cancelled')
    },
  )
  test('a conversation that took place counts and waits for its signature', async () => {
    const at = await heldSince(true, 'both')
    expect(await readBookingState(context, at)).toMatchObject({ status: 'CLOSING', refunds: [] })
    expect((await readBookingState(context, at)).record.slice(-2)).toEqual([
      'VIDEO_CALL_ENDED SYSTEM',
      'VIDEO_CALL_COMPLETED SYSTEM',
    ])
  })
  test('a holder at the desk keeps the consultation', async () => {
    const at = await heldSince(false, 'none')
    expect((await readBookingState(context, at)).status).toBe('ACTIVE')
  })
})

describe('the patient’s choice while the clinician is late', () => {
  test('there is no choice before fifteen minutes', async () =>
    expect(statusAndCodeOf(await choose(await lateBy(14), 'WAIT'))).toEqual([409, 'NOT_NOW']))
  test('a patient who waits is not released until the day is over', async () => {
    const at = await lateBy(16)
    expect((await choose(at, 'WAIT')).status).toBe(204)
    expect(await fetchConsultation(at)).toMatchObject({ status: 'QUEUED', lateChoice: 'WAIT' })
    await context.db`update consultation set starts_at = starts_at - interval '31 minutes',
      late_choice_for = starts_at - interval '31 minutes' where id = ${at.consultationId}`
    await runJob()
    expect((await readBookingState(context, at)).status).toBe('QUEUED')
    await context.db`update consultation set starts_at = starts_at - interval '1 day',
      late_choice_for = starts_at - interval '1 day' where id = ${at.consultationId}`
    await runJob()
    expect((await readBookingState(context, at)).status).toBe('CANCELLED')
  })
  test('the patient cancels with one full refund within the notice period', async () => {
    const at = await lateBy(16)
    const answers = await Promise.all([cancelTestBooking(context, at), cancelTestBooking(context, at)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await runCheckoutJobs(context)
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([product.price.amount])
  })
  test('the patient moves within the notice period, and the new time is not late', async () => {
    const at = await lateBy(16)
    await choose(at, 'WAIT')
    const time = (await listOfferedTimes(context, at.clinicianId, product)).at(-1)
    if (!time) throw new Error('the clinician has no free slot')
    expect((await rescheduleTestBooking(context, at, time)).status).toBe(200)
    expect(await fetchConsultation(at)).toMatchObject({ startTime: time.startTime, lateChoice: null })
    expect(statusAndCodeOf(await choose(at, 'WAIT'))).toEqual([409, 'NOT_NOW'])
  })
  test('another account cannot choose', async () => {
    const at = await lateBy(16)
    const stranger = await insertPatient(context)
    const answer = await context.sendCall(
      chooseWhenLate,
      { id: at.consultationId, choice: 'WAIT' },
      { token: stranger.token },
    )
    expect(statusAndCodeOf(answer)).toEqual([404, 'CONSULTATION_NOT_FOUND'])
  })
})

describe('a colleague who offers the product', () => {
  test('the colleague sees the clinician’s name and takes the patient, who reads the new name', async () => {
    const at = await lateBy(6)
    const eva = await colleague()
    const [row] = (await queueOf(eva)).filter(({ id }) => id === at.consultationId)
    expect(row).toMatchObject({ queueColumn: 'waiting', leftBy: expect.any(String) })
    expect((await take(at, eva)).status).toBe(204)
    expect(await fetchConsultation(at)).toMatchObject({ status: 'ACTIVE', clinician: { id: eva.clinicianId } })
    expect(await notificationsOf(at)).toContain('reassigned')
  })
  test('the colleague puts a patient back who was taken by mistake, for any other to take', async () => {
    const at = await lateBy(6)
    const eva = await colleague()
    const third = await colleague()
    await take(at, eva)
    expect((await context.sendCall(requeue, { id: at.consultationId }, { token: eva.token })).status).toBe(204)
    await runJob()
    expect(await fetchConsultation(at)).toMatchObject({ clinician: { id: at.clinicianId }, lateChoice: null })
    for (const one of [eva, third, await insertStaffFor(context, at.clinicianId)])
      expect((await queueOf(one)).map(({ id }) => id)).toContain(at.consultationId)
    expect((await take(at, third)).status).toBe(204)
  })
  test('of two colleagues and the late clinician, one takes the patient', async () => {
    const at = await lateBy(16)
    const all = await Promise.all([colleague(), colleague(), insertStaffFor(context, at.clinicianId)])
    const answers = await Promise.all(all.map((one) => take(at, one)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409])
  })
  test('a concurrent take and cancellation end in one of the two', async () => {
    // Repeated, because a deadlock between the two shows often but not always.
    for (let round = 0; round < 5; round++) {
      const at = await lateBy(16)
      const eva = await colleague()
      const [takeReply, back] = await Promise.all([take(at, eva), cancelTestBooking(context, at)])
      await runCheckoutJobs(context)
      const { refunded } = await readOrderMoney(context, at.id)
      expect([
        [204, 409],
        [409, 200],
      ]).toContainEqual([takeReply.status, back.status])
      expect(refunded).toEqual(back.status === 200 ? [product.price.amount] : [])
    }
  })
  test('a colleague who does not offer the product cannot take the patient', async () => {
    const at = await lateBy(16)
    const other = await colleague(['other'])
    expect((await queueOf(other)).map(({ id }) => id)).not.toContain(at.consultationId)
    expect(statusAndCodeOf(await take(at, other))).toEqual([404, 'CONSULTATION_NOT_FOUND'])
  })
})

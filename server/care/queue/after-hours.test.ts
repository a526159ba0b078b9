import { getConsultation } from '@cuida/core/care/call/api.ts'
import { chooseAfterHours } from '@cuida/core/care/queue/after-hours-api.ts'
import { getQueue, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { requeue } from '@cuida/core/care/reassignment/reassignment-api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newCart, newClinician, newPatient } from '../../booking/test-people.ts'
import {
  createPublicAddress,
  orderWithCard,
  readConsultation,
  readOrderMoney,
  runCheckoutJobs,
} from '../../checkout/order/test-orders.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { recoverConsultations } from '../recovery/recover-consultations.ts'
import { cancelTestBooking, readBookingState } from '../test-booked.ts'
import { insertClinician, insertPatient, type TestClinician } from '../test-people.ts'
import { askAfterHours } from './after-hours.ts'

/** Open from 07:00 to 22:00 in Madrid on every day of this test. */
const EVENING = Date.parse('2026-11-26T20:30:00Z')
const SHUT = 30
let minute = 0
const context = await createTestContext({ env: await createPublicAddress() })
const found = context.services.content.product('nutrition-now', 'en')
if (!found) throw new Error('there is nothing that closes')
const product = found
await newClinician(context, product)
context.services.now = () => new Date(EVENING + minute * 60_000)
beforeEach(async () => {
  minute = 0
  await context.db`update consultation set status = 'CANCELLED', here_at = null where status = 'QUEUED'`
})

const runJob = async () => {
  await askAfterHours(context.services)
  await recoverConsultations(context.services)
}
async function at(when: number): Promise<void> {
  minute = when
  await runJob()
}
/** An on-demand order paid half an hour before closing; no clinician has come yet. */
async function waiting() {
  const patient = await newPatient(context)
  const sessionKey = await newCart(context, patient, product, { ageConfirmed: true })
  const { body } = await orderWithCard(context, { patient, product, sessionKey }, 'good')
  const id = body.workflowId
  await runCheckoutJobs(context)
  const consultationId = (await readConsultation(context, id))?.id
  await context.db`update consultation set queued_at = ${context.services.now()} where id = ${consultationId}`
  return { id, patient, consultationId }
}
type Waiting = Awaited<ReturnType<typeof waiting>>
const keepWaiting = ({ consultationId: id, patient }: Waiting) =>
  context.sendCall(chooseAfterHours, { id, choice: 'NEXT_OPENING' }, { token: patient.token })
const fetchConsultation = async ({ consultationId: id, patient }: Waiting) =>
  (await context.sendCall(getConsultation, { patientId: patient.patientId, id }, { token: patient.token })).body
const notificationsOf = async ({ consultationId }: Waiting, kind: string) =>
  (await context.db`select 1 from notification where consultation_id = ${consultationId} and type = ${kind}`).length
const colleague = () => insertClinician(context, { products: [product.id] })
const take = ({ consultationId: id }: Waiting, { token }: TestClinician) =>
  context.sendCall(takeConsultation, { id }, { token })
const all = () => [product.price.amount]

describe('a patient who still waits at closing time', () => {
  test('a minute before closing the patient is not asked', async () => {
    const queuedPatient = await waiting()
    await at(SHUT - 1)
    expect(await fetchConsultation(queuedPatient)).toMatchObject({ status: 'QUEUED', afterHoursSince: null })
    expect(statusAndCodeOf(await keepWaiting(queuedPatient))).toEqual([409, 'NOT_NOW'])
  })
  test('at closing time the patient is asked once, whichever worker runs, and learns when it reopens', async () => {
    const queuedPatient = await waiting()
    minute = SHUT
    await Promise.all([runJob(), runJob()])
    expect(await notificationsOf(queuedPatient, 'after-hours')).toBe(1)
    expect(await fetchConsultation(queuedPatient)).toMatchObject({
      reopensAt: '2026-11-27T06:00:00.000Z',
      expectedWait: null,
    })
  })
  test('15 minutes later the patient is refunded in full, once, and notified [C10.4]', async () => {
    const queuedPatient = await waiting()
    await at(SHUT)
    await at(SHUT + 14)
    expect((await readBookingState(context, queuedPatient)).status).toBe('QUEUED')
    minute = SHUT + 15
    await Promise.all([runJob(), runJob()])
    await runCheckoutJobs(context)
    expect(await readBookingState(context, queuedPatient)).toMatchObject({
      status: 'CANCELLED',
      refunds: [{ amount: product.price.amount, state: 'done', reason: 'CARE_NOT_GIVEN' }],
    })
    expect((await readOrderMoney(context, queuedPatient.id)).refunded).toEqual(all())
    expect(await notificationsOf(queuedPatient, 'cancelled')).toBe(1)
  })
  test('the 15 minutes count from the notification, even when the worker was down', async () => {
    const queuedPatient = await waiting()
    await at(SHUT + 120)
    expect((await readBookingState(context, queuedPatient)).status).toBe('QUEUED')
    await at(SHUT + 135)
    expect((await readBookingState(context, queuedPatient)).status).toBe('CANCELLED')
  })
  test('a clinician who is still at the desk may take the patient', async () => {
    const queuedPatient = await waiting()
    await at(SHUT)
    expect((await take(queuedPatient, await colleague())).status).toBe(204)
    await at(SHUT + 60)
    expect((await readBookingState(context, queuedPatient)).status).toBe('ACTIVE')
  })
  test('a patient who was taken by mistake and put back is asked again', async () => {
    const queuedPatient = await waiting()
    await at(SHUT)
    const eva = await colleague()
    await take(queuedPatient, eva)
    await context.sendCall(requeue, { id: queuedPatient.consultationId }, { token: eva.token })
    await at(SHUT + 20)
    expect((await readBookingState(context, queuedPatient)).status).toBe('QUEUED')
    await at(SHUT + 35)
    expect((await readBookingState(context, queuedPatient)).status).toBe('CANCELLED')
  })
})

describe('a patient who keeps the first place', () => {
  const MORNING = 570
  test('a repeated request keeps one place through the night, and the patient is not asked again', async () => {
    const queuedPatient = await waiting()
    await at(SHUT)
    expect(
      (await Promise.all([keepWaiting(queuedPatient), keepWaiting(queuedPatient)])).map(({ status }) => status),
    ).toEqual([204, 204])
    await at(SHUT + 200)
    expect(await fetchConsultation(queuedPatient)).toMatchObject({
      status: 'QUEUED',
      keptUntil: '2026-11-27T06:00:00.000Z',
    })
    await at(MORNING)
    expect(await fetchConsultation(queuedPatient)).toMatchObject({ status: 'QUEUED', afterHoursSince: null })
    expect(await notificationsOf(queuedPatient, 'after-hours')).toBe(1)
  })
  test('the patient comes before new patients in the morning and before those who reported back [C10.4]', async () => {
    const queuedPatient = await waiting()
    await at(SHUT)
    await keepWaiting(queuedPatient)
    await at(MORNING)
    const early = await waiting()
    await context.db`update consultation set here_at = now(), queued_at = queued_at - interval '1 day'
      where id = ${early.consultationId}`
    expect([(await fetchConsultation(queuedPatient)).position, (await fetchConsultation(early)).position]).toEqual([
      1, 2,
    ])
    const ids = (await context.sendCall(getQueue, {}, { token: (await colleague()).token })).body.items.map(
      ({ id }) => id,
    )
    expect(ids.indexOf(queuedPatient.consultationId)).toBeLessThan(ids.indexOf(early.consultationId))
  })
  test('the patient can still cancel with a full refund before the reopening, even after a missed call', async () => {
    const queuedPatient = await waiting()
    await context.db`insert into consultation_action (consultation_id, type, role)
      values (${queuedPatient.consultationId}, 'ASSIGNED', 'CLINICIAN'), (${queuedPatient.consultationId}, 'UNASSIGNED', 'CLINICIAN')`
    await at(SHUT - 1)
    expect(statusAndCodeOf(await cancelTestBooking(context, queuedPatient))).toEqual([409, 'TOO_LATE_TO_CANCEL'])
    await at(SHUT)
    await keepWaiting(queuedPatient)
    expect((await cancelTestBooking(context, queuedPatient)).status).toBe(200)
    await runCheckoutJobs(context)
    expect((await readOrderMoney(context, queuedPatient.id)).refunded).toEqual(all())
  })
  test('when nobody came all day, the patient is asked again and then released', async () => {
    const queuedPatient = await waiting()
    await at(SHUT)
    await keepWaiting(queuedPatient)
    await at(MORNING)
    await at(SHUT + 1_440)
    expect(await notificationsOf(queuedPatient, 'after-hours')).toBe(2)
    await at(SHUT + 1_455)
    expect((await readBookingState(context, queuedPatient)).status).toBe('CANCELLED')
  })
  test('another account cannot choose for the patient', async () => {
    const queuedPatient = await waiting()
    await at(SHUT)
    const { token } = await insertPatient(context)
    const answer = await context.sendCall(
      chooseAfterHours,
      { id: queuedPatient.consultationId, choice: 'NEXT_OPENING' },
      { token },
    )
    expect(statusAndCodeOf(answer)).toEqual([404, 'CONSULTATION_NOT_FOUND'])
  })
})

describe('races', () => {
  test('a concurrent refund and take end in one of the two', async () => {
    const queuedPatient = await waiting()
    await at(SHUT)
    const [takeReply, back] = await Promise.all([
      take(queuedPatient, await colleague()),
      cancelTestBooking(context, queuedPatient),
    ])
    await runCheckoutJobs(context)
    expect([takeReply.status, back.status].filter((status) => status < 300)).toHaveLength(1)
    expect((await readOrderMoney(context, queuedPatient.id)).refunded).toEqual(back.status === 200 ? all() : [])
  })
  test('a concurrent scheduled job, cancellation and choice refund at most once', async () => {
    const queuedPatient = await waiting()
    await at(SHUT)
    minute = SHUT + 15
    const [keepReply] = await Promise.all([
      keepWaiting(queuedPatient),
      cancelTestBooking(context, queuedPatient),
      recoverConsultations(context.services),
    ])
    await runJob()
    await runCheckoutJobs(context)
    const { status } = await readBookingState(context, queuedPatient)
    const { refunded } = await readOrderMoney(context, queuedPatient.id)
    expect(refunded).toEqual(status === 'CANCELLED' ? all() : [])
    if (status === 'QUEUED') expect(keepReply.status).toBe(204)
  })
})

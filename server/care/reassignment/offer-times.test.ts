import { randomUUID } from 'node:crypto'
import { rescheduleConsultation } from '@cuida/core/care/booked/booked-api.ts'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import { listSameHour } from '@cuida/core/care/reassignment/late-api.ts'
import {
  cancelForClinic,
  getOpenConsultations,
  offerTimes,
  reassign,
} from '@cuida/core/care/reassignment/reassignment-api.ts'
import { describe, expect, test } from 'vitest'
import { listOfferedTimes, newClinician } from '../../booking/test-people.ts'
import { readOrderMoney, runCheckoutJobs } from '../../checkout/order/test-orders.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { recoverConsultations } from '../recovery/recover-consultations.ts'
import {
  bookConsultation,
  cancelTestBooking,
  expectConsistentBooking,
  readBookingState,
  rescheduleTestBooking,
  setStartIn,
  type TestBooking,
} from '../test-booked.ts'
import { insertClinician, insertPatient } from '../test-people.ts'

/** Seconds before the start, within the notice period. */
const NEAR = 40 * 60
const { context, product } = await createCheckoutContext()
const office = await insertClinician(context, { role: 'clinical-manager', isClinician: false })

const offer = (ids: string[], more = {}, staff = office) =>
  context.sendCall(offerTimes, { ids, reason: 'BLOCKED', ...more }, { token: staff.token })
const problemsOf = ({ body }: { body: { results?: { problem: string | null }[] } }) =>
  body.results?.map(({ problem }) => problem)
const fetchConsultation = async ({ consultationId: id, patient }: TestBooking) =>
  (await context.sendCall(getConsultation, { patientId: patient.patientId, id }, { token: patient.token })).body
const notificationsOf = async ({ consultationId }: TestBooking) => {
  const rows = await context.db<{ kind: string }[]>`
    select type as kind from notification where consultation_id = ${consultationId} and type <> 'booked' order by created_at`
  return rows.map(({ kind }) => kind)
}
const sameHour = async ({ consultationId: id, patient }: TestBooking) =>
  (await context.sendCall(listSameHour, { id }, { token: patient.token })).body.items

async function bookWithOffer(inSeconds?: number): Promise<TestBooking> {
  const at = await bookConsultation(context, product)
  if (inSeconds !== undefined) await setStartIn(context, at, inSeconds)
  expect(problemsOf(await offer([at.consultationId]))).toEqual([null])
  return at
}
const aTime = async (clinicianId: string) => {
  const time = (await listOfferedTimes(context, clinicianId, product)).at(-1)
  if (!time) throw new Error('the clinician has no free slot')
  return time
}
/** Chooses a time from the offer, as its screen does. */
async function choose(
  at: TestBooking,
  to: { clinicianId?: string; startTime: string; endTime: string },
  offeredFor?: string,
) {
  const { timesOfferedFor } = await fetchConsultation(at)
  const input = {
    id: at.consultationId,
    clinicianId: at.clinicianId,
    ...to,
    offeredFor: offeredFor ?? timesOfferedFor ?? undefined,
  }
  return context.sendCall(rescheduleConsultation, input, { token: at.patient.token })
}

describe('an appointment with other times offered', () => {
  test('the patient is notified once, however often other times are offered, and the booking stays', async () => {
    const at = await bookWithOffer()
    expect(problemsOf(await offer([at.consultationId]))).toEqual([null])
    expect(await notificationsOf(at)).toEqual(['times-offered'])
    const { startTime, timesOfferedFor, status } = await fetchConsultation(at)
    expect([status, timesOfferedFor]).toEqual(['QUEUED', startTime])
    await expectConsistentBooking(context, at)
  })
  test('the patient moves free of charge within the notice period, which ends the offer [C10.3]', async () => {
    const at = await bookConsultation(context, product)
    await setStartIn(context, at, NEAR)
    const time = await aTime(at.clinicianId)
    expect(statusAndCodeOf(await rescheduleTestBooking(context, at, time))).toEqual([409, 'TOO_LATE_TO_CANCEL'])
    await offer([at.consultationId])
    expect((await choose(at, time)).status).toBe(200)
    await runCheckoutJobs(context)
    // The cached reply stays until the database notifies of the change.
    await expect.poll(() => fetchConsultation(at)).toMatchObject({ startTime: time.startTime, timesOfferedFor: null })
    expect((await readOrderMoney(context, at.id)).charged).toEqual([product.price.amount])
    await expectConsistentBooking(context, at)
  })
  test('the patient chooses a colleague who is free at the same time by the current calendars', async () => {
    const at = await bookWithOffer()
    const able = await newClinician(context, product)
    const busyClinician = await newClinician(context, product)
    const { startTime, endTime } = await fetchConsultation(at)
    const hour = { startTime: startTime ?? '', endTime: endTime ?? '' }
    await context.db`insert into clinician_absence (clinician_id, starts_at, ends_at, entered_by)
      values (${busyClinician}, ${hour.startTime}, ${hour.endTime}, ${office.staffId})`
    const ids = (await sameHour(at)).map(({ id }) => id)
    expect(ids).toContain(able)
    expect(ids).not.toContain(busyClinician)
    expect(ids).not.toContain(at.clinicianId)
    expect((await choose(at, { clinicianId: able, ...hour })).status).toBe(200)
    await expect
      .poll(() => fetchConsultation(at))
      .toMatchObject({ clinician: { id: able }, ...hour, timesOfferedFor: null })
    expect(await sameHour(at)).toEqual([])
    await expectConsistentBooking(context, at)
  })
  test('the patient cancels with one full refund within the notice period', async () => {
    const at = await bookWithOffer(NEAR)
    const answers = await Promise.all([cancelTestBooking(context, at), cancelTestBooking(context, at)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await runCheckoutJobs(context)
    expect(await readBookingState(context, at)).toMatchObject({
      status: 'CANCELLED',
      hold: 'released',
      refunds: [{ amount: product.price.amount, state: 'done', reason: 'CLINICIAN_ABSENT' }],
    })
  })
  test('an appointment without a choice is refunded like any missed start', async () => {
    const at = await bookWithOffer(NEAR)
    await context.db`
      update consultation set starts_at = starts_at - interval '86 minutes', times_offered_for = starts_at - interval '86 minutes'
      where id = ${at.consultationId}`
    await recoverConsultations(context.services)
    await runCheckoutJobs(context)
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([product.price.amount])
  })
  test('colleagues are listed only after an offer, and never to another account', async () => {
    const at = await bookConsultation(context, product)
    expect(await sameHour(at)).toEqual([])
    const stranger = await insertPatient(context)
    const reply = await context.sendCall(listSameHour, { id: at.consultationId }, { token: stranger.token })
    expect(statusAndCodeOf(reply)).toEqual([404, 'CONSULTATION_NOT_FOUND'])
  })
})

describe('races between patient and manager', () => {
  test('after a manager’s reassignment the patient’s choice returns CHANGED_MEANWHILE', async () => {
    const at = await bookWithOffer(NEAR)
    const { timesOfferedFor } = await fetchConsultation(at)
    const eva = await insertClinician(context, { products: [product.id] })
    const give = { ids: [at.consultationId], clinicianId: eva.clinicianId ?? '', reason: 'AWAY' as const }
    expect(problemsOf(await context.sendCall(reassign, give, { token: office.token }))).toEqual([null])
    await expect.poll(async () => (await fetchConsultation(at)).timesOfferedFor).toBeNull()
    expect(statusAndCodeOf(await choose(at, await aTime(at.clinicianId), timesOfferedFor ?? ''))).toEqual([
      409,
      'CHANGED_MEANWHILE',
    ])
    expect(statusAndCodeOf(await cancelTestBooking(context, at))).toEqual([409, 'TOO_LATE_TO_CANCEL'])
  })
  test('after the patient’s move the manager’s action leaves the booking alone', async () => {
    const at = await bookWithOffer()
    const { startTime } = await fetchConsultation(at)
    const as = [{ id: at.consultationId, clinicianId: at.clinicianId, startTime }]
    await choose(at, await aTime(at.clinicianId))
    const input = { ids: [at.consultationId], reason: 'AWAY' as const, seen: as }
    const answers = [
      await context.sendCall(cancelForClinic, input, { token: office.token }),
      await context.sendCall(
        reassign,
        { ...input, clinicianId: await newClinician(context, product) },
        { token: office.token },
      ),
      await offer([at.consultationId], { seen: as }),
    ]
    expect(answers.map(problemsOf)).toEqual(Array(3).fill(['CHANGED_MEANWHILE']))
    expect((await readBookingState(context, at)).status).toBe('QUEUED')
    await expectConsistentBooking(context, at)
  })
  test('a concurrent move and cancellation end in one of the two [C10.3]', async () => {
    const at = await bookWithOffer()
    const { startTime } = await fetchConsultation(at)
    const as = [{ id: at.consultationId, clinicianId: at.clinicianId, startTime }]
    const [moved, reassignment] = await Promise.all([
      choose(at, await aTime(at.clinicianId)),
      context.sendCall(
        cancelForClinic,
        { ids: [at.consultationId], reason: 'AWAY', seen: as },
        { token: office.token },
      ),
    ])
    await runCheckoutJobs(context)
    const isGiven = problemsOf(reassignment)?.[0] === null
    expect([moved.status === 200, isGiven].filter(Boolean)).toHaveLength(1)
    expect((await readOrderMoney(context, at.id)).refunded).toEqual(isGiven ? [product.price.amount] : [])
    await expectConsistentBooking(context, at)
  })
})

describe('offering other times', () => {
  test('other times are offered for future appointments only', async () => {
    const startedBooking = await bookConsultation(context, product)
    await setStartIn(context, startedBooking, -60)
    expect(problemsOf(await offer([startedBooking.consultationId, randomUUID()]))).toEqual([
      'NOT_NOW',
      'CONSULTATION_NOT_FOUND',
    ])
  })
  test('only managers offer times, and their list shows whose choice is pending', async () => {
    const at = await bookWithOffer()
    const { items } = (await context.sendCall(getOpenConsultations, {}, { token: office.token })).body
    const day = (
      await context.sendCall(
        getOpenConsultations,
        { day: (await fetchConsultation(at)).startTime?.slice(0, 10) },
        { token: office.token },
      )
    ).body
    const row = [...items, ...day.items].find(({ id }) => id === at.consultationId)
    expect(row).toMatchObject({ areTimesOffered: true })
    expect(statusAndCodeOf(await offer([at.consultationId], {}, await insertClinician(context)))).toEqual([
      403,
      'NOT_ALLOWED',
    ])
  })
})

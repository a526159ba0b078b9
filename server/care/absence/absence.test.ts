import { randomUUID } from 'node:crypto'
import { getAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { listOfferedTimes, lockTestSlot, newCart, newClinician, newPatient } from '../../booking/test-people.ts'
import { readOrderMoney, runCheckoutJobs } from '../../checkout/order/test-orders.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { findTampering } from '../../kit/audit.ts'
import { withReasons } from '../../testing/test-audit.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { recoverConsultations } from '../recovery/recover-consultations.ts'
import {
  bookConsultation,
  expectConsistentBooking,
  insertStaffFor,
  readBookingState,
  setStartIn,
  type TestBooking,
} from '../test-booked.ts'
import { insertClinician } from '../test-people.ts'
import { ABSENCE_REASON, createAbsenceActions, daySpan, FIVE_DAY_ABSENCE, resolutionFor } from './test-absence.ts'

let at: TestBooking
const { context, product } = await createCheckoutContext()
const office = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
const desk = createAbsenceActions(context, office)
beforeEach(async () => {
  at = await bookConsultation(context, product)
})

const problemsOf = ({ body }: { body: { results?: { problem: string | null }[] } }) =>
  body.results?.map(({ problem }) => problem)
const rowOf = async ({ consultationId }: TestBooking) => {
  const [row] = await context.db`
    select status, clinician_id as "clinicianId", starts_at as "startsAt",
      times_offered_for = starts_at as "offered" from consultation where id = ${consultationId}`
  return row
}
const absencesOf = async (id: string) => {
  const { body } = await context.sendCall(
    getAgenda,
    { from: FIVE_DAY_ABSENCE.startTime.slice(0, 10) },
    { token: office.token },
  )
  return body.clinicians.find((each) => each.id === id)?.absences
}
/** A second appointment with the same clinician. */
async function second(): Promise<TestBooking> {
  const other = await bookConsultation(context, product)
  const time = (await listOfferedTimes(context, at.clinicianId, product)).at(-1)
  await context.db`update slot_hold set clinician_id = ${at.clinicianId}, starts_at = ${time?.startTime ?? ''},
    ends_at = ${time?.endTime ?? ''}, during = tstzrange(${time?.startTime ?? ''}, ${time?.endTime ?? ''})
    where id = (select slot_hold_id from consultation where id = ${other.consultationId})`
  await context.db`update consultation set clinician_id = ${at.clinicianId}, starts_at = ${time?.startTime ?? ''},
    ends_at = ${time?.endTime ?? ''} where id = ${other.consultationId}`
  return { ...other, clinicianId: at.clinicianId, time: time ?? other.time }
}

describe('entering an absence', () => {
  test('the desk lists every appointment with its patient and the colleagues who are free then', async () => {
    const eva = await newClinician(context, product)
    const asleep = await newClinician(context, product, { starts: '00:00', ends: '00:01' })
    const { body } = await desk.hours(at.clinicianId)
    expect(body.items).toMatchObject([{ id: at.consultationId, ...at.time, patient: { firstName: 'Ana' } }])
    expect(body.items[0]?.free).toContain(eva)
    expect(body.items[0]?.free).not.toContain(asleep)
    expect(body.items[0]?.free).not.toContain(at.clinicianId)
    expect(body.colleagues.map(({ id }) => id)).toContain(eva)
    expect(JSON.stringify(body)).not.toContain('cough')
  })
  test('an absence with unresolved appointments is refused and changes nothing', async () => {
    expect(statusAndCodeOf(await desk.enter(at.clinicianId))).toEqual([409, 'HAS_BOOKINGS'])
    expect(await absencesOf(at.clinicianId)).toEqual([])
    expect((await listOfferedTimes(context, at.clinicianId, product)).length).toBeGreaterThan(0)
  })
  test('each appointment gets its resolution: a colleague, the patient’s choice or a full refund [C10.3]', async () => {
    const two = await second()
    const three = await second()
    const eva = await newClinician(context, product)
    const resolutions = [
      resolutionFor(at, 'reassign', eva),
      resolutionFor(two, 'offer'),
      resolutionFor(three, 'cancel'),
    ]
    const { status, body } = await desk.enter(at.clinicianId, resolutions)
    expect([status, problemsOf({ body })]).toEqual([200, [null, null, null]])
    await runCheckoutJobs(context)
    expect(await rowOf(at)).toMatchObject({ status: 'QUEUED', clinicianId: eva, startsAt: new Date(at.time.startTime) })
    expect(await rowOf(two)).toMatchObject({ status: 'QUEUED', clinicianId: at.clinicianId, offered: true })
    expect(await readBookingState(context, three)).toMatchObject({
      status: 'CANCELLED',
      refunds: [{ reason: 'CLINICIAN_ABSENT' }],
    })
    expect((await readOrderMoney(context, three.id)).refunded).toEqual([product.price.amount])
    for (const one of [at, two, three]) await expectConsistentBooking(context, one)
    expect(await absencesOf(at.clinicianId)).toMatchObject([{ id: body.id, ...FIVE_DAY_ABSENCE, undecided: 0 }])
  })
  test('times inside the absence are not offered, later ones still are', async () => {
    const { endTime } = FIVE_DAY_ABSENCE
    await desk.enter(at.clinicianId, [resolutionFor(at, 'offer')])
    const times = await listOfferedTimes(context, at.clinicianId, product, 8)
    expect(times.length).toBeGreaterThan(0)
    expect(times.filter(({ startTime }) => startTime < endTime)).toEqual([])
  })
  test('an appointment that the colleague could not take stays unresolved and can be resolved again', async () => {
    const busy = await newClinician(context, product)
    await desk.enter(busy)
    const { body } = await desk.enter(at.clinicianId, [resolutionFor(at, 'reassign', busy)])
    expect(problemsOf({ body })).toEqual(['COLLEAGUE_NOT_AVAILABLE'])
    expect(await absencesOf(at.clinicianId)).toMatchObject([{ undecided: 1 }])
    expect(problemsOf(await desk.settle(body.id, [resolutionFor(at, 'offer')]))).toEqual([null])
    expect(await absencesOf(at.clinicianId)).toMatchObject([{ undecided: 0 }])
  })
  test('an unresolved appointment is refunded in full 45 minutes after its missed start', async () => {
    const busy = await newClinician(context, product)
    await desk.enter(busy)
    const { body } = await desk.enter(at.clinicianId, [resolutionFor(at, 'reassign', busy)])
    expect(problemsOf({ body })).toEqual(['COLLEAGUE_NOT_AVAILABLE'])
    await setStartIn(context, at, -46 * 60)
    await recoverConsultations(context.services)
    await runCheckoutJobs(context)
    const refunds = [{ amount: product.price.amount, state: 'done', reason: 'CLINICIAN_ABSENT' }]
    expect(await readBookingState(context, at)).toMatchObject({ status: 'CANCELLED', hold: 'released', refunds })
    expect(await absencesOf(at.clinicianId)).toMatchObject([{ undecided: 0 }])
  })
  test('an appointment that was moved meanwhile, or is another clinician’s, stays untouched', async () => {
    const other = await bookConsultation(context, product)
    const moved = { ...resolutionFor(at, 'cancel'), startTime: FIVE_DAY_ABSENCE.startTime }
    const { body } = await desk.enter(at.clinicianId, [resolutionFor(at, 'offer')])
    expect(problemsOf(await desk.settle(body.id, [moved, resolutionFor(other, 'cancel')]))).toEqual(
      Array(2).fill('CHANGED_MEANWHILE'),
    )
    expect([(await rowOf(at))?.status, (await rowOf(other))?.status]).toEqual(['QUEUED', 'QUEUED'])
  })
  test('the audit records the absence with its reason', async () => {
    const { body } = await desk.enter(at.clinicianId, [resolutionFor(at, 'offer')])
    const [row] = await withReasons(
      context.db,
      context.db`select act, reason, detail from audit where detail like ${`%${body.id}%`}`,
    )
    expect(row).toMatchObject({ act: 'agenda', reason: ABSENCE_REASON })
    expect(JSON.parse(row?.detail)).toMatchObject({ booked: 1 })
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
  })
})

describe('shortening an absence', () => {
  test('times are offered again from the new end on; resolutions stay', async () => {
    const { body } = await desk.enter(at.clinicianId, [resolutionFor(at, 'offer')])
    const { endTime } = daySpan(0, 2)
    expect((await desk.shorten(body.id, endTime)).status).toBe(204)
    const [first] = await listOfferedTimes(context, at.clinicianId, product, 3)
    expect(first?.startTime).toBe(endTime)
    expect(await rowOf(at)).toMatchObject({ offered: true })
    expect(statusAndCodeOf(await desk.shorten(body.id, FIVE_DAY_ABSENCE.endTime))).toEqual([409, 'NOT_SHORTER'])
  })
  test('an absence that has not begun is withdrawn and can be entered again', async () => {
    const laterSpan = daySpan(6)
    const { body } = await desk.enter(at.clinicianId, [], laterSpan)
    expect((await desk.shorten(body.id, null)).status).toBe(204)
    expect(await absencesOf(at.clinicianId)).toEqual([])
    expect((await desk.enter(at.clinicianId, [], laterSpan)).status).toBe(200)
    expect(statusAndCodeOf(await desk.shorten(body.id, null))).toEqual([404, 'ABSENCE_NOT_FOUND'])
  })
  test('a current absence ends at once', async () => {
    const { body } = await desk.enter(at.clinicianId, [resolutionFor(at, 'offer')])
    expect((await desk.shorten(body.id, null)).status).toBe(204)
    expect((await listOfferedTimes(context, at.clinicianId, product)).length).toBeGreaterThan(0)
  })
})

describe('access', () => {
  test('a clinician enters, resolves and ends their own absence, but nobody else’s', async () => {
    const own = createAbsenceActions(context, await insertStaffFor(context, at.clinicianId))
    const { status, body } = await own.enter(at.clinicianId, [resolutionFor(at, 'offer')])
    expect([status, problemsOf({ body })]).toEqual([200, [null]])
    const other = createAbsenceActions(context, await insertClinician(context))
    const answers = [
      await other.hours(at.clinicianId),
      await other.enter(at.clinicianId),
      await other.settle(body.id, [resolutionFor(at, 'cancel')]),
      await other.shorten(body.id, null),
    ]
    expect(answers.map(statusAndCodeOf)).toEqual([
      [404, 'CLINICIAN_NOT_FOUND'],
      [404, 'CLINICIAN_NOT_FOUND'],
      [404, 'ABSENCE_NOT_FOUND'],
      [404, 'ABSENCE_NOT_FOUND'],
    ])
    expect((await own.shorten(body.id, null)).status).toBe(204)
  })
})

describe('refusals', () => {
  const past = { startTime: '2026-01-01T00:00:00.000Z', endTime: '2026-01-05T00:00:00.000Z' }
  test.each([
    ['an end before the start', { startTime: FIVE_DAY_ABSENCE.endTime, endTime: FIVE_DAY_ABSENCE.startTime }],
    ['a span in the past', past],
    ['a span of years', { startTime: FIVE_DAY_ABSENCE.startTime, endTime: '2036-01-01T00:00:00.000Z' }],
  ])('an invalid span returns NOT_A_STRETCH: %s', async (_, span) => {
    expect(statusAndCodeOf(await desk.hours(at.clinicianId, span))).toEqual([400, 'NOT_A_STRETCH'])
    expect(statusAndCodeOf(await desk.enter(at.clinicianId, [], span))).toEqual([400, 'NOT_A_STRETCH'])
  })
  test('overlaps, unknown clinicians and unknown absences return ABSENCE_OVERLAPS, CLINICIAN_NOT_FOUND and ABSENCE_NOT_FOUND', async () => {
    await desk.enter(at.clinicianId, [resolutionFor(at, 'offer')])
    const again = await desk.enter(at.clinicianId, [resolutionFor(at, 'offer')], daySpan(3))
    expect(statusAndCodeOf(again)).toEqual([409, 'ABSENCE_OVERLAPS'])
    expect(statusAndCodeOf(await desk.enter(randomUUID()))).toEqual([404, 'CLINICIAN_NOT_FOUND'])
    expect(statusAndCodeOf(await desk.settle(randomUUID(), [resolutionFor(at, 'offer')]))).toEqual([
      404,
      'ABSENCE_NOT_FOUND',
    ])
  })
})

test('a cart that holds a slot in the absence loses the slot and can lock another one', async () => {
  const patient = await newPatient(context)
  const sessionKey = await newCart(context, patient, product)
  const [time] = await listOfferedTimes(context, at.clinicianId, product)
  if (!time) throw new Error('the clinician has no free slot')
  const input = { id: at.clinicianId, productId: product.id, sessionKey, ...time }
  expect((await lockTestSlot(context, patient, input)).status).toBe(200)
  await desk.enter(at.clinicianId, [resolutionFor(at, 'offer')])
  expect(statusAndCodeOf(await lockTestSlot(context, patient, input))).toEqual([409, 'SLOT_NOT_OFFERED'])
  const elsewhere = await newClinician(context, product)
  const [free] = await listOfferedTimes(context, elsewhere, product)
  const anew = { ...input, id: elsewhere, ...(free ?? time) }
  expect((await lockTestSlot(context, patient, anew)).status).toBe(200)
})

import { getAgenda, listRescheduleTimes, rescheduleBooked } from '@cuida/core/booking/agenda/agenda-api.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import { describe, expect, test } from 'vitest'
import { listOfferedTimes, newClinician } from '../../booking/test-people.ts'
import { createCheckoutContext } from '../../checkout/test-checkout.ts'
import { withReasons } from '../../testing/test-audit.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import {
  bookConsultation,
  cancelTestBooking,
  expectConsistentBooking,
  insertStaffFor,
  readBookingState,
  setStartIn,
  type TestBooking,
} from '../test-booked.ts'
import { insertClinician } from '../test-people.ts'

const { context, product } = await createCheckoutContext()
const manager = await insertClinician(context, { isClinician: false })
await context.db`update staff set role = 'clinical-manager', clinician_id = null where id = ${manager.staffId}`

const reason = 'The clinician is ill that day'
async function freeTime(clinicianId: string, index = 4) {
  const time = (await listOfferedTimes(context, clinicianId, product))[index]
  if (!time) throw new Error('the clinician has no free slot')
  return time
}
const move = (
  at: TestBooking,
  staff: { token: string },
  to: { startTime: string; endTime: string; clinicianId?: string },
) => context.sendCall(rescheduleBooked, { id: at.consultationId, ...to, reason }, { token: staff.token })

describe('a booking that staff reschedule', () => {
  test('the booking moves without notice or charge, and actions, order and audit name the member of staff', async () => {
    const at = await bookConsultation(context, product)
    const staff = await insertStaffFor(context, at.clinicianId)
    const to = await freeTime(at.clinicianId)
    expect(await move(at, staff, to)).toMatchObject({ status: 200, body: { clinicianId: at.clinicianId, ...to } })
    await expectConsistentBooking(context, at)
    const { record, refunds } = await readBookingState(context, at)
    expect([record, refunds]).toEqual([['QUEUED SYSTEM', 'QUEUED CLINICIAN'], []])
    expect(
      await context.db`select source from order_event where order_id = ${at.id} and detail = 'RESCHEDULED'`,
    ).toEqual([{ source: 'staff' }])
    const [row] = await withReasons(
      context.db,
      context.db`select act, reason, detail from audit where staff_id = ${staff.staffId}`,
    )
    expect(row).toMatchObject({ act: 'agenda', reason })
    expect(JSON.parse(row?.detail)).toMatchObject({ consultationId: at.consultationId, to: to.startTime })
  })

  test('a clinician’s booking stays with the clinician, also when they name themselves', async () => {
    const at = await bookConsultation(context, product)
    const { clinicianId } = at
    const to = { ...(await freeTime(clinicianId)), clinicianId }
    expect(await move(at, await insertStaffFor(context, clinicianId), to)).toMatchObject({ status: 200, body: to })
  })

  test('the patient is notified', async () => {
    const at = await bookConsultation(context, product)
    await move(at, manager, await freeTime(at.clinicianId))
    const result =
      await context.db`select type as kind from notification where consultation_id = ${at.consultationId} and type = 'moved'`
    expect(result).toHaveLength(1)
  })

  test('a manager moves a booking to another clinician’s free time, and the agenda shows it there', async () => {
    const at = await bookConsultation(context, product)
    const clinicianId = await newClinician(context, product)
    const slot = await freeTime(clinicianId)
    const { day } = localTime('UTC', new Date(slot.startTime))
    const { token } = manager
    const times = await context.sendCall(listRescheduleTimes, { id: at.consultationId, day, clinicianId }, { token })
    expect(times.body.slots).toContainEqual(slot)
    expect((await move(at, manager, { ...slot, clinicianId })).status).toBe(200)
    await expectConsistentBooking(context, at)
    const agenda = await context.sendCall(getAgenda, { from: day }, { token })
    const clinicianAgenda = agenda.body.clinicians.find(({ id }: { id: string }) => id === clinicianId)
    const holds = clinicianAgenda?.days.flatMap((each: { holds: object[] }) => each.holds)
    expect(holds).toMatchObject([
      {
        ...slot,
        state: 'booked',
        consultationId: at.consultationId,
        booked: { patient: { firstName: 'Ana', age: expect.any(Number) }, productName: 'Medical consultation' },
      },
    ])
  })
})

describe('refusals that leave the booking unchanged', () => {
  test('another patient’s slot returns SLOT_TAKEN', async () => {
    const at = await bookConsultation(context, product)
    const rival = await bookConsultation(context, product)
    const clinicianId = rival.clinicianId
    expect(statusAndCodeOf(await move(at, manager, { ...rival.time, clinicianId }))).toEqual([409, 'SLOT_TAKEN'])
    await expectConsistentBooking(context, at)
  })
  test('a time outside the calendar returns SLOT_NOT_OFFERED', async () => {
    const at = await bookConsultation(context, product)
    const { startTime, endTime } = await freeTime(at.clinicianId)
    const addMinute = (moment: string) => new Date(Date.parse(moment) + 60_000).toISOString()
    const odd = { startTime: addMinute(startTime), endTime: addMinute(endTime) }
    expect(statusAndCodeOf(await move(at, manager, odd))).toEqual([409, 'SLOT_NOT_OFFERED'])
  })
  test('a clinician cannot move a booking that has begun; a manager can', async () => {
    const at = await bookConsultation(context, product)
    await setStartIn(context, at, -1)
    const own = await insertStaffFor(context, at.clinicianId)
    expect(statusAndCodeOf(await move(at, own, await freeTime(at.clinicianId)))).toEqual([409, 'NOT_RESCHEDULABLE'])
    expect((await move(at, manager, await freeTime(at.clinicianId))).status).toBe(200)
  })
  test('a cancelled booking returns NOT_RESCHEDULABLE', async () => {
    const at = await bookConsultation(context, product)
    await cancelTestBooking(context, at)
    expect(statusAndCodeOf(await move(at, manager, await freeTime(at.clinicianId)))).toEqual([409, 'NOT_RESCHEDULABLE'])
  })
  test('a clinician can neither move a colleague’s booking nor move their own to a colleague', async () => {
    const at = await bookConsultation(context, product)
    const other = await newClinician(context, product)
    const stranger = await insertStaffFor(context, other)
    const own = await insertStaffFor(context, at.clinicianId)
    const to = await freeTime(at.clinicianId)
    expect(statusAndCodeOf(await move(at, stranger, to))).toEqual([404, 'CONSULTATION_NOT_FOUND'])
    expect(statusAndCodeOf(await move(at, own, { ...to, clinicianId: other }))).toEqual([404, 'CLINICIAN_NOT_FOUND'])
  })
  test('a reason that is too short is invalid', async () => {
    const at = await bookConsultation(context, product)
    const to = await freeTime(at.clinicianId)
    const sent = await context.sendCall(
      rescheduleBooked,
      { id: at.consultationId, ...to, reason: 'ill' },
      { token: manager.token },
    )
    expect([sent.status, Object.keys(sent.body.fields ?? {})]).toEqual([400, ['reason']])
  })
  test('five concurrent moves leave one consistent booking', async () => {
    const at = await bookConsultation(context, product)
    const times = (await listOfferedTimes(context, at.clinicianId, product)).slice(2, 7)
    await Promise.all(times.map((time) => move(at, manager, time)))
    await expectConsistentBooking(context, at)
  })
})

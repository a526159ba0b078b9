import { getDeskConsultation, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { getOwnDay } from '@cuida/core/care/sharing/day-api.ts'
import { expect, test } from 'vitest'
import { notifyChanged } from '../../kit/db/changes.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertConsultation, insertPatient, type TestClinician } from '../test-people.ts'

const context = await createTestContext()
const marta = await insertClinician(context)

const dayOf = async (clinician: TestClinician) =>
  (await context.sendCall(getOwnDay, {}, { token: clinician.token })).body.day

/** An appointment at this time of today, shifted by `days`, in the clinician's time zone. */
async function bookedAt(hour: string, clinician = marta, { days = 0, status = 'QUEUED' } = {}): Promise<string> {
  const { patientId } = await insertPatient(context, 'Ana')
  const id = await insertConsultation(context, {
    patientId,
    booked: { clinicianId: clinician.clinicianId, inMinutes: 60 },
  })
  await context.db`
    update consultation set status = ${status}, starts_at = at, ends_at = at + interval '20 minutes'
    from (select ((clock_timestamp() at time zone 'Europe/Madrid')::date + ${days}::int + ${hour}::time)
      at time zone 'Europe/Madrid' as at) clock where id = ${id}`
  await notifyChanged(context.db, ['queue'])
  return id
}

test('“my day” lists the clinician’s own appointments from midnight to midnight, in any status [B6.4]', async () => {
  const other = await insertClinician(context)
  const last = await bookedAt('23:59')
  const first = await bookedAt('00:00')
  const over = await bookedAt('12:00', marta, { status: 'CLOSED' })
  await bookedAt('12:30', marta, { status: 'CANCELLED' })
  await bookedAt('13:00', marta, { status: 'EXPIRED' })
  await bookedAt('23:59', marta, { days: -1 })
  await bookedAt('00:00', marta, { days: 1 })
  await bookedAt('12:00', other)
  await expect.poll(async () => (await dayOf(marta))?.entries.map(({ id }) => id)).toEqual([first, over, last])
  const day = await dayOf(marta)
  expect(day).toMatchObject({ timeZone: 'Europe/Madrid', hours: [], pending: [] })
  expect(day?.entries[1]).toMatchObject({ status: 'CLOSED', patient: { firstName: 'Ana', lastName: 'García' } })
  // Every listed consultation can be opened.
  for (const id of [first, over, last])
    expect((await context.sendCall(getDeskConsultation, { id }, { token: marta.token })).status).toBe(200)
})

test('a day with an exception shows the exception’s hours, without breaks', async () => {
  const { clinicianId } = marta
  await context.db`
    insert into clinician_exception (clinician_id, day, starts, ends)
    select ${clinicianId}, (clock_timestamp() at time zone 'Europe/Madrid')::date, h.s::time, h.e::time
    from (values ('15:00', '18:00'), ('09:00', '13:00')) h(s, e)`
  await notifyChanged(context.db, [`clinician:${clinicianId}`])
  await expect.poll(async () => (await dayOf(marta))?.hours.length).toBe(2)
  const lengths = (await dayOf(marta))?.hours.map(
    ({ startTime, endTime }) => Date.parse(endTime) - Date.parse(startTime),
  )
  expect(lengths).toEqual([4 * 3_600_000, 3 * 3_600_000])
})

test('a finished entry shows its outcome and the reason of its last failed call', async () => {
  const eva = await insertClinician(context)
  const id = await bookedAt('12:00', eva, { status: 'CLOSED' })
  await bookedAt('12:30', eva)
  await context.db`update consultation set closed_for = 'in-person', failed_for = 'BAD_CONNECTION' where id = ${id}`
  await notifyChanged(context.db, ['queue'])
  await expect
    .poll(async () => (await dayOf(eva))?.entries.map(({ closedFor, failedFor }) => [closedFor, failedFor]))
    .toEqual([
      ['in-person', 'BAD_CONNECTION'],
      [null, null],
    ])
})

test('the list is updated at once when a consultation is taken', async () => {
  const eva = await insertClinician(context)
  const { patientId } = await insertPatient(context)
  const id = await insertConsultation(context, { patientId, booked: { clinicianId: eva.clinicianId, inMinutes: 0 } })
  await expect.poll(async () => (await dayOf(eva))?.entries.map(({ status }) => status)).toEqual(['QUEUED'])
  await context.sendCall(takeConsultation, { id }, { token: eva.token })
  await expect.poll(async () => (await dayOf(eva))?.entries.map(({ status }) => status)).toEqual(['ACTIVE'])
})

test('a manager who is no clinician has no day', async () => {
  const boss = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
  expect(await dayOf(boss)).toBeNull()
})

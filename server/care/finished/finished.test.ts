import { listFinishedConsultations, searchOwnPatients } from '@cuida/core/care/finished/finished-api.ts'
import { getDeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertConsultation, insertPatient, type TestClinician } from '../test-people.ts'

const context = await createTestContext()
const DAY = '2026-03-29'

interface Ended {
  /** In the clinic's time zone. */
  at?: string
  as?: 'CLOSED' | 'CLOSED_WITH_ERROR' | 'CANCELLED'
  firstName?: string
  taken?: boolean
}

/** A consultation that this clinician held and that ended at `at` in the clinic's time zone. */
async function insertFinished(
  clinician: TestClinician,
  { at = `${DAY} 12:00`, as = 'CLOSED', firstName = 'Ana', taken = true }: Ended = {},
) {
  const { patientId } = await insertPatient(context, firstName)
  const actions = taken ? (['QUEUED', 'ASSIGNED'] as const) : (['QUEUED'] as const)
  const id = await insertConsultation(context, {
    patientId,
    status: as,
    heldBy: clinician.staffId,
    actions: [...actions],
  })
  await context.db`
    insert into consultation_action (consultation_id, type, role, staff_id, at)
    values (${id}, ${as}, 'CLINICIAN', ${clinician.staffId}, ${at}::timestamp at time zone ${context.services.config.timeZone})`
  return id
}

const listed = async (clinician: TestClinician, query: { day?: string; whose?: 'mine' | 'everyone' } = { day: DAY }) =>
  (await context.sendCall(listFinishedConsultations, query, { token: clinician.token })).body

test('a clinician lists the consultations they finished on a day of the clinic, latest first, and opens one', async () => {
  const marta = await insertClinician(context)
  const other = await insertClinician(context)
  // The day on which summer time begins has 23 hours.
  const first = await insertFinished(marta, { at: `${DAY} 00:00` })
  const last = await insertFinished(marta, { at: `${DAY} 23:59:59` })
  await insertFinished(marta, { at: '2026-03-28 23:59:59' })
  await insertFinished(marta, { at: '2026-03-30 00:00' })
  await insertFinished(other)
  const { items, day, more } = await listed(marta)
  expect({ ids: items.map(({ id }) => id), day, more }).toEqual({ ids: [last, first], day: DAY, more: false })
  expect(items[0]).toMatchObject({
    status: 'CLOSED',
    productName: 'Nutrition',
    patient: { firstName: 'Ana', lastName: 'García', age: 35 },
    professional: 'Dra. Marta Ruiz',
    mayOpen: true,
  })
  for (const { id } of items)
    expect((await context.sendCall(getDeskConsultation, { id }, { token: marta.token })).status).toBe(200)
})

test('without a day the list is of today at the clinic', async () => {
  const marta = await insertClinician(context)
  const { day } = localTime(context.services.config.timeZone, new Date())
  const id = await insertFinished(marta, { at: `${day} 00:00` })
  expect(await listed(marta, {})).toMatchObject({ day, items: [{ id }] })
})

test('a consultation with a patient who was never reached is listed; a booking cancelled before anyone took it is not', async () => {
  const marta = await insertClinician(context)
  const missed = await insertFinished(marta, { as: 'CANCELLED' })
  await insertFinished(marta, { as: 'CANCELLED', taken: false })
  expect((await listed(marta)).items.map(({ id }) => id)).toEqual([missed])
})

test('a clinical manager lists everyone’s consultations but opens only their own; a clinician may not list them', async () => {
  const marta = await insertClinician(context)
  const head = await insertClinician(context, { role: 'clinician-and-clinical-manager' })
  const office = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
  const hers = await insertFinished(marta, { at: '2026-04-02 10:00' })
  const own = await insertFinished(head, { at: '2026-04-02 11:00' })
  const everyone = { day: '2026-04-02', whose: 'everyone' } as const
  const opened = async (clinician: TestClinician) =>
    (await listed(clinician, everyone)).items.map(({ id, mayOpen }) => [id, mayOpen])
  expect(await opened(head)).toEqual([
    [own, true],
    [hers, false],
  ])
  expect(await opened(office)).toEqual([
    [own, false],
    [hers, false],
  ])
  expect((await listed(head, { day: '2026-04-02' })).items.map(({ id }) => id)).toEqual([own])
  expect((await context.sendCall(getDeskConsultation, { id: hers }, { token: head.token })).status).toBe(404)
  expect((await context.sendCall(listFinishedConsultations, everyone, { token: marta.token })).status).toBe(403)
})

test('a clinician finds their own patients by name, and nobody else’s', async () => {
  const marta = await insertClinician(context)
  const other = await insertClinician(context)
  const office = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
  const id = await insertFinished(marta, { firstName: 'Úrsula' })
  await insertFinished(marta, { firstName: 'Ursulina', as: 'CANCELLED' })
  await insertFinished(other, { firstName: 'Úrsula' })
  const search = (clinician: TestClinician, name: string) =>
    context.sendCall(searchOwnPatients, { name }, { token: clinician.token })
  const { items, more } = (await search(marta, 'garc ursul')).body
  expect(more).toBe(false)
  expect(items).toEqual([
    expect.objectContaining({
      firstName: 'Úrsula',
      dateOfBirth: '1990-04-05',
      lastConsultation: expect.objectContaining({ id }),
    }),
  ])
  expect((await search(marta, 'Beatriz')).body.items).toEqual([])
  expect((await search(office, 'ursula')).status).toBe(403)
})

import { getQueue } from '@cuida/core/care/queue/desk-api.ts'
import { getOpenConsultations } from '@cuida/core/care/reassignment/reassignment-api.ts'
import { zoneAtNoon } from '@cuida/core/kit/test-zone.ts'
import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertConsultation, insertPatient, TEST_PRODUCT_ID } from '../test-people.ts'

/** A peak: more patients than have ever waited at once. */
const WAITING = 230
const context = await createTestContext()
// A time zone in which it is noon, so that an appointment in an hour is always today.
Object.assign(context.services.config, { timeZone: zoneAtNoon() })
const patient = await insertPatient(context)
const clinician = await insertClinician(context)
await insertConsultation(context, { patientId: patient.patientId })
await context.db`
  with people as (
    insert into account (phone, country, email, password_hash)
    select '+34655' || lpad(n::text, 6, '0'), 'ES', n || '@line.example.test', 'none'
    from generate_series(1, ${WAITING - 1}) n returning id, phone
  ), line as (
    insert into patient (account_id, first_name, last_name, date_of_birth, sex, document_type, document_number)
    select id, 'Ana', 'García', '1990-04-05', 'Female', 'DNI', phone from people returning id)
  insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method, queued_at, symptoms)
  select id, ${TEST_PRODUCT_ID}, ${TEST_PRODUCT_ID}, 'Nutrition', 'on-demand', 'QUEUED', 'video',
    clock_timestamp(), '[]' from line`
await insertConsultation(context, {
  patientId: patient.patientId,
  booked: { clinicianId: clinician.clinicianId, inMinutes: 180 },
})
const token = clinician.token

test('the queue lists every waiting patient in order, then the own appointments [C10.5]', async () => {
  const { items } = (await context.sendCall(getQueue, {}, { token })).body
  expect(items.filter(({ queueColumn }) => queueColumn === 'waiting')).toHaveLength(WAITING)
  const since = items.flatMap(({ queueColumn, queuedAt }) =>
    queueColumn === 'waiting' && queuedAt ? [Date.parse(queuedAt)] : [],
  )
  expect(since).toEqual([...since].sort((a, b) => a - b))
  expect(items.at(-1)).toMatchObject({ queueColumn: 'agenda' })
})

test('the manager’s list of open consultations has them all too', async () => {
  const manager = await insertClinician(context, { role: 'clinical-manager' })
  const { items } = (await context.sendCall(getOpenConsultations, {}, { token: manager.token })).body
  expect(items).toHaveLength(WAITING + 1)
})

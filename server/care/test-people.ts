import { randomInt, randomUUID } from 'node:crypto'
import { recordCall, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import type { ActionType } from '@cuida/core/consultation/status/actions.ts'
import { MISSED_CALL_INTERVAL_MINUTES } from '@cuida/core/consultation/status/missed.ts'
import type { ConsultationStatus } from '@cuida/core/consultation/status/status.ts'
import { agreeToDocuments } from '../brand/consent/test-consents.ts'
import type { TestContext } from '../testing/test-context.ts'

export const TEST_PRODUCT_ID = 'product-1'

export interface TestPatient {
  accountId: string
  patientId: string
  sessionId: string
  token: string
}
export interface TestClinician {
  staffId: string
  clinicianId: string | null
  sessionId: string
  token: string
}

export async function insertPatient({ db, services }: TestContext, firstName = 'Ana'): Promise<TestPatient> {
  const phone = `+346${randomInt(1e7, 1e8)}`
  const [account] = await db<{ id: string }[]>`
    insert into account (phone, country, email, password_hash)
    values (${phone}, 'ES', ${`${phone}@example.test`}, 'none') returning id`
  const accountId = account?.id ?? ''
  const [patient] = await db<{ id: string }[]>`
    insert into patient (account_id, first_name, last_name, date_of_birth, sex, document_type, document_number)
    values (${accountId}, ${firstName}, 'García', '1990-04-05', 'Female', 'DNI', ${phone}) returning id`
  const patientId = patient?.id ?? ''
  await agreeToDocuments({ db, services }, { accountId, patientId })
  const [session] = await db<{ id: string }[]>`insert into session (account_id) values (${accountId}) returning id`
  const sessionId = session?.id ?? ''
  const token = await services.tokens.sign('access', { subject: accountId, sessionId })
  return { accountId, patientId, sessionId, token }
}

export async function insertClinician(
  { db, services }: TestContext,
  { role = 'clinician', products = [TEST_PRODUCT_ID], isClinician = true } = {},
): Promise<TestClinician> {
  const clinicianId = isClinician ? randomUUID() : null
  if (clinicianId) {
    await db`
      insert into clinician (id, name, specialty, registration_number, languages, bio, experience, studies, hue, time_zone)
      values (${clinicianId}, 'Dra. Marta Ruiz', ${db.json({ en: 'Nutrition', es: 'Nutrición' })}, '1', ${['es']},
        ${db.json({ en: '' })}, ${db.json({ en: [] })}, ${db.json({ en: [] })}, 120, 'Europe/Madrid')`
    for (const product of products) await db`insert into clinician_product values (${clinicianId}, ${product})`
  }
  const [staff] = await db<{ id: string }[]>`
    insert into staff (email, name, password_hash, totp_secret, role, clinician_id)
    values (${`${randomUUID()}@example.test`}, 'Dra. Marta Ruiz', 'none', ${Buffer.from('none')}, ${role}, ${clinicianId})
    returning id`
  const staffId = staff?.id ?? ''
  const [session] = await db<{ id: string }[]>`insert into session (staff_id) values (${staffId}) returning id`
  const sessionId = session?.id ?? ''
  const token = await services.tokens.sign('staff', { subject: staffId, sessionId })
  return { staffId, clinicianId, sessionId, token }
}

interface ConsultationSeed {
  patientId: string
  productId?: string
  productSlug?: string
  status?: ConsultationStatus
  contactMethod?: 'phone' | 'video'
  /** Scheduled with this clinician `inMinutes` from now; on demand without it. */
  booked?: { clinicianId: string | null; inMinutes: number }
  heldBy?: string
  symptoms?: unknown[]
  actions?: ActionType[]
}

export async function insertConsultation({ db }: TestContext, seed: ConsultationSeed): Promise<string> {
  const { patientId, productId = TEST_PRODUCT_ID, status = 'QUEUED', contactMethod = 'video', booked } = seed
  const startsAt = booked ? new Date(Date.now() + booked.inMinutes * 60_000) : null
  const [row] = await db<{ id: string }[]>`
    insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method,
      clinician_id, held_by, starts_at, ends_at, queued_at, symptoms, summary)
    values (${patientId}, ${productId}, ${seed.productSlug ?? productId}, 'Nutrition', ${booked ? 'scheduled' : 'on-demand'},
      ${status}, ${contactMethod}, ${booked?.clinicianId ?? null}, ${seed.heldBy ?? null}, ${startsAt},
      ${startsAt && new Date(startsAt.getTime() + 20 * 60_000)}, clock_timestamp(), ${db.json((seed.symptoms ?? []) as never)},
      'I would like to sleep better')
    returning id`
  const id = row?.id ?? ''
  for (const type of seed.actions ?? ['QUEUED'])
    await db`insert into consultation_action (consultation_id, type, role) values (${id}, ${type}, 'SYSTEM')`
  return id
}

/** An on-demand patient, taken by a clinician who is ringing. */
export async function insertCall(context: TestContext, medium: 'phone' | 'video' = 'video') {
  const patient = await insertPatient(context)
  const clinician = await insertClinician(context)
  const id = await insertConsultation(context, { patientId: patient.patientId, contactMethod: medium })
  await context.sendCall(takeConsultation, { id }, { token: clinician.token })
  await context.sendCall(recordCall, { id, medium, event: 'started' }, { token: clinician.token })
  return { id, patient, clinician }
}

/** Records that both sides joined the current call. */
export const joinBothSides = ({ db }: TestContext, id: string) => db`
  insert into call_joined (call_action_id) select max(id) from consultation_action
  where consultation_id = ${id} and type like '%STARTED'`

/** Advances the API's clock, by default by the interval after which another missed call counts. */
export function advanceClock({ services }: TestContext, minutes = MISSED_CALL_INTERVAL_MINUTES): void {
  const before = services.now
  services.now = () => new Date(before().getTime() + minutes * 60_000)
}

/** The status and the action types of a consultation. */
export async function readConsultationState(
  { db }: TestContext,
  id: string,
): Promise<{ status: string; types: string[] }> {
  const [row] = await db<{ status: string }[]>`select status from consultation where id = ${id}`
  const actions = await db<{ type: string }[]>`
    select type from consultation_action where consultation_id = ${id} order by id`
  return { status: row?.status ?? '', types: actions.map(({ type }) => type) }
}

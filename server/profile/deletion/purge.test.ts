import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { deletePatient } from '@cuida/core/profile/account/account-api.ts'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../access/test-people.ts'
import { insertConsents } from '../../brand/consent/consent-store.ts'
import { insertClinician, insertConsultation, insertPatient, joinBothSides } from '../../care/test-people.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { purgeLocked } from '../jobs.ts'
import { newHolder } from '../test-account.ts'
import { purgeRecord } from './purge-store.ts'

const DAY = 86_400_000
const spain = await createTestContext()
const brazil = await createTestContext({ partner: 'bem-leve' })

/** A patient who had a consultation, agreed to the terms, and was deleted today. */
async function whoLeft(context: TestContext) {
  const { db } = context
  const holder = await newHolder(context)
  const { patientId } = holder
  const { staffId } = await insertClinician(context)
  const consultationId = await insertConsultation(context, {
    patientId,
    status: 'CLOSED',
    actions: ['QUEUED', 'VIDEO_CALL_STARTED', 'CLOSED'],
  })
  await joinBothSides(context, consultationId)
  await db`insert into note (consultation_id, author_id, text) values (${consultationId}, ${staffId}, 'Rest, and water')`
  const text = { title: 'Privacy', section: [] }
  const consent = {
    kind: 'document',
    subject: 'privacy-policy',
    isGiven: true,
    text,
    language: 'es',
    version: '1',
  } as const
  await db.begin((tx) => insertConsents(tx, holder, [consent]))
  await db`insert into history_entry (patient_id, kind, text, status, author_id)
    values (${patientId}, 'allergy', 'Latex', 'active', ${staffId})`
  await db`insert into edit_request (patient_id, section, text) values (${patientId}, 'allergy', 'It is not latex')`
  await db`insert into break_glass (staff_id, patient_id, reason, open_until)
    values (${staffId}, ${patientId}, 'Fainted while on the phone', now() + interval '1 hour')`
  const result = await context.sendCall(deletePatient, { id: patientId, password: PASSWORD }, { token: holder.token })
  expect(result.status).toBe(200)
  return { patientId, consultationId, deletedAt: new Date(result.body.deletedAt) }
}

const addTime = (from: Date, years: number, days: number): Date => {
  const moment = new Date(from)
  moment.setUTCFullYear(from.getUTCFullYear() + years)
  return new Date(moment.getTime() + days * DAY)
}
const purgeAt = ({ services }: TestContext, moment: Date) => purgeLocked({ ...services, now: () => moment })

async function findStored(
  { db }: TestContext,
  { patientId, consultationId }: { patientId: string; consultationId: string },
) {
  const [row] = await db`
    select (select contact is not null from locked_patient where patient_id = ${patientId}) as contact,
      (select count(*)::int from locked_patient where patient_id = ${patientId}) as identity,
      (select count(*)::int from consent where patient_id = ${patientId}) as consents,
      (select count(*)::int from note where consultation_id = ${consultationId}) as notes,
      (select count(*)::int from consultation_action where consultation_id = ${consultationId}) as actions,
      (select count(*)::int from history_entry where patient_id = ${patientId}) as history,
      (select count(*)::int from edit_request where patient_id = ${patientId}) as requests,
      (select count(*)::int from break_glass where patient_id = ${patientId}) as openings,
      (select summary is not null from consultation where id = ${consultationId}) as summary`
  return row
}
const proofs = ({ db }: TestContext, patientId: string) =>
  db`select kind, due_at <= purged_at as due from purge_record where patient_id = ${patientId} order by kind`

const RECORD = { notes: 1, actions: 3, history: 1, requests: 1, openings: 1, summary: true }
const EVERYTHING = { contact: true, identity: 1, consents: 3, ...RECORD }
const GONE = { notes: 0, actions: 0, history: 0, requests: 0, openings: 0, summary: false }
const NOTHING = { contact: null, identity: 0, consents: 0, ...GONE }

test('5 years less a day after the deletion everything is still locked [A9.8] [B9.6]', async () => {
  const formerPatient = await whoLeft(spain)
  await purgeAt(spain, addTime(formerPatient.deletedAt, 5, -1))
  expect(await findStored(spain, formerPatient)).toEqual(EVERYTHING)
  expect(await proofs(spain, formerPatient.patientId)).toHaveLength(0)
})

test('5 years and a day after the deletion everything is purged, with a proof [A9.8] [B9.6]', async () => {
  const formerPatient = await whoLeft(spain)
  await purgeAt(spain, addTime(formerPatient.deletedAt, 5, 1))
  expect(await findStored(spain, formerPatient)).toEqual(NOTHING)
  expect(await proofs(spain, formerPatient.patientId)).toEqual([
    { kind: 'account', due: true },
    { kind: 'clinical', due: true },
  ])
  await purgeAt(spain, addTime(formerPatient.deletedAt, 6, 0))
  expect(await proofs(spain, formerPatient.patientId)).toHaveLength(2)
})

test('in Brazil the account is purged after 5 years, the clinical record after 20', async () => {
  const formerPatient = await whoLeft(brazil)
  await purgeAt(brazil, addTime(formerPatient.deletedAt, 5, 1))
  expect(await findStored(brazil, formerPatient)).toEqual({ ...EVERYTHING, contact: false, consents: 0 })
  await purgeAt(brazil, addTime(formerPatient.deletedAt, 20, -1))
  expect(await findStored(brazil, formerPatient)).toMatchObject({ identity: 1, notes: 1 })
  await purgeAt(brazil, addTime(formerPatient.deletedAt, 20, 1))
  expect(await findStored(brazil, formerPatient)).toEqual(NOTHING)
})

/** A consultation with a row in every table of the record, and every reference that a row can have to another. */
async function insertFullRecord(context: TestContext): Promise<Whose> {
  const { db } = context
  const { accountId, patientId } = await insertPatient(context)
  const { staffId, clinicianId } = await insertClinician(context)
  const id = await insertConsultation(context, { patientId, actions: ['QUEUED', 'PHONE_CALL_STARTED'] })
  await joinBothSides(context, id)
  const [action] = await db`select max(id) as id from consultation_action where consultation_id = ${id}`
  const call = action?.id
  const [guest] = await db`
    insert into call_guest (consultation_id, kind, name, invited_by, secret_hash, consented_by, consented_at)
    values (${id}, 'companion', 'Luz', 'patient', ${randomBytes(32)}, ${accountId}, now()) returning id`
  await db`
    insert into call_ticket (hash, consultation_id, call_action_id, connection, role, subject_id, guest_id, expires_at)
    values (${randomBytes(32)}, ${id}, ${call}, 'patient-guest', 'guest', ${guest?.id}, ${guest?.id}, now())`
  await db`insert into call_participant (consultation_id, role, call_action_id) values (${id}, 'patient', ${call})`
  await db`insert into call_signal (consultation_id, from_role, body) values (${id}, 'patient', '{}')`
  await db`insert into phone_call (consultation_id, call_action_id, staff_id) values (${id}, ${call}, ${staffId})`
  const [entry] = await db`
    insert into history_entry (patient_id, kind, text, status, author_id)
    values (${patientId}, 'allergy', 'Latex', 'active', ${staffId}) returning id`
  await db`
    insert into history_entry (patient_id, kind, text, status, author_id, supersedes, reason)
    values (${patientId}, 'allergy', 'Nickel', 'active', ${staffId}, ${entry?.id}, 'A test showed it')`
  await db`
    insert into edit_request (patient_id, section, entry_id, text)
    values (${patientId}, 'allergy', ${entry?.id}, 'It is not latex')`
  await db`
    insert into question (patient_id, key, topic, text, due_at)
    values (${patientId}, ${randomUUID()}, 'nutrition', 'May I eat nuts?', now() + interval '1 day')`
  await db`
    insert into break_glass (staff_id, patient_id, reason, open_until)
    values (${staffId}, ${patientId}, 'Fainted while on the phone', now() + interval '1 hour')`
  const [prescription] = await db`
    insert into prescription (consultation_id, patient_id, author_id, clinician_id, key, provider, items, valid_until, state)
    values (${id}, ${patientId}, ${staffId}, ${clinicianId}, ${randomUUID()}, 'medikit', '[{}]', current_date, 'sending')
    returning id`
  await db`
    insert into issued_document (code, consultation_id, kind, prescription_id)
    values (${String(randomInt(1e11, 2e11))}, ${id}, 'prescription', ${prescription?.id})`
  await db`
    insert into consultation_document (consultation_id, side, place, account_id, upload_key, upload_hash, file, type, size,
      hash, name)
    values (${id}, 'patient', 1, ${accountId}, ${randomUUID()}, ${randomBytes(32)}, ${randomUUID()}, 'image/jpeg', 1,
      ${randomBytes(32)}, '')`
  await db`insert into consultation_rating (consultation_id, stars) values (${id}, 5)`
  await db`
    insert into private_note (consultation_id, author_id, text) values (${id}, ${staffId}, 'Worried')`
  await db`
    insert into letter (consultation_id, author_id, clinician_id, kind, text, key, code)
    values (${id}, ${staffId}, ${clinicianId}, 'certificate', 'Rest', ${randomUUID()}, ${String(randomInt(1e11, 2e11))})`
  const [note] = await db`
    insert into note (consultation_id, author_id, text) values (${id}, ${staffId}, 'Rest') returning id`
  await db`
    insert into note (consultation_id, author_id, text, amends, reason)
    values (${id}, ${staffId}, 'Rest, and water', ${note?.id}, 'Incomplete')`
  return { patient_id: patientId, consultation_id: id, call_action_id: call }
}

/** Tables of the record, by the column that names the patient or consultation. */
const RECORD_TABLES = {
  consultation_id: [
    ...['call_ticket', 'call_participant', 'call_signal', 'call_guest', 'phone_call', 'consultation_action'],
    ...[
      'issued_document',
      'prescription',
      'consultation_document',
      'consultation_rating',
      'note',
      'private_note',
      'letter',
    ],
  ],
  patient_id: ['edit_request', 'question', 'history_entry', 'break_glass'],
  call_action_id: ['call_joined'],
}
type Whose = Record<keyof typeof RECORD_TABLES, string>

async function tablesWithRows({ db }: TestContext, owner: Whose): Promise<string[]> {
  const counts = Object.entries(RECORD_TABLES).flatMap(([column, tables]) =>
    tables.map(async (table) => {
      const rows = await db`select 1 from ${db(table)} where ${db(column)} = ${owner[column as keyof Whose]}`
      return rows.length > 0 ? [table] : []
    }),
  )
  return (await Promise.all(counts)).flat().sort()
}

test('a record with rows in every table is purged with all references, and no other record [A9.8]', async () => {
  const purged = await insertFullRecord(spain)
  const other = await insertFullRecord(spain)
  const all = Object.values(RECORD_TABLES).flat().sort()
  expect(await tablesWithRows(spain, purged)).toEqual(all)
  await spain.db.begin((tx) => purgeRecord(tx, purged.patient_id))
  expect(await tablesWithRows(spain, purged)).toEqual([])
  expect(await tablesWithRows(spain, other)).toEqual(all)
})

test('nothing is purged while a dispute is open', async () => {
  const formerPatient = await whoLeft(spain)
  await spain.db`update locked_patient set on_hold = true where patient_id = ${formerPatient.patientId}`
  await purgeAt(spain, addTime(formerPatient.deletedAt, 30, 0))
  expect(await findStored(spain, formerPatient)).toEqual(EVERYTHING)
})

test('two concurrent workers purge once', async () => {
  const formerPatient = await whoLeft(spain)
  const moment = addTime(formerPatient.deletedAt, 5, 1)
  await Promise.all([purgeAt(spain, moment), purgeAt(spain, moment), purgeAt(spain, moment)])
  expect(await proofs(spain, formerPatient.patientId)).toHaveLength(2)
})

test('notes stay append-only outside a purge', async () => {
  const { consultationId } = await whoLeft(spain)
  await expect(spain.db`delete from note where consultation_id = ${consultationId}`).rejects.toThrow('append-only')
  const changing = spain.db.begin(async (tx) => {
    await tx`select set_config('cuida.purge', 'on', true)`
    await tx`update note set text = 'other' where consultation_id = ${consultationId}`
  })
  await expect(changing).rejects.toThrow('append-only')
})

import { randomUUID } from 'node:crypto'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import { closeConsultation, getDeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { addEntry, amendNote, getRecord, supersedeEntry } from '@cuida/core/care/record/desk-record-api.ts'
import { getMedicalHistory, listAccessLog } from '@cuida/core/care/record/record-api.ts'
import { describe, expect, test } from 'vitest'
import { audit, findTampering } from '../../kit/audit.ts'
import { newChild } from '../../profile/test-account.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertConsultation, insertPatient, type TestClinician } from '../test-people.ts'
import { createPatientInCare, insertEntry, LATEX_ALLERGY, readAudit, statusAndCode } from './test-record.ts'

const context = await createTestContext()

type Who = { token: string }
const open = (patientId: string, { token }: Who) => context.sendCall(getRecord, { patientId }, { token })
const add = (patientId: string, { token }: Who, entry = LATEX_ALLERGY) =>
  context.sendCall(addEntry, { patientId, ...entry }, { token })
const instead = (patientId: string, entryId: string, { token }: Who, change: Partial<typeof LATEX_ALLERGY> = {}) =>
  context.sendCall(
    supersedeEntry,
    { patientId, entryId, ...LATEX_ALLERGY, ...change, reason: 'She told me more' },
    { token },
  )
const history = (id: string, { token }: Who) => context.sendCall(getMedicalHistory, { id }, { token })
const fetchAccessLog = async (id: string, { token }: Who) =>
  (await context.sendCall(listAccessLog, { id }, { token })).body.items

describe('the record at the desk', () => {
  test('it opens to the holder, with allergies, past care and notes, and each access is logged [B7.27]', async () => {
    const { patient, clinician, consultationId } = await createPatientInCare(context)
    await insertEntry(context, patient.patientId, clinician)
    await context.db`insert into note (consultation_id, author_id, text)
      values (${consultationId}, ${clinician.staffId}, 'Rest')`
    const { status, body } = await open(patient.patientId, clinician)
    expect(status).toBe(200)
    expect(body).toMatchObject({ because: 'attending', mayWrite: true, patient: { firstName: 'Ana' } })
    expect(body.entries[0]).toMatchObject({ text: 'Penicillin', author: 'Dra. Marta Ruiz', earlier: [] })
    expect(body.consultations[0]?.notes[0]?.text).toBe('Rest')
    expect(await readAudit(context, patient.patientId)).toEqual([
      expect.objectContaining({ act: 'read-record', staffId: clinician.staffId, because: 'attending', consultationId }),
    ])
  })

  test('repeated reads, also from two windows at once, make one access log entry', async () => {
    const { patient, clinician } = await createPatientInCare(context)
    await Promise.all([1, 2, 3, 4].map(() => open(patient.patientId, clinician)))
    await open(patient.patientId, clinician)
    expect(await readAudit(context, patient.patientId)).toHaveLength(1)
  })

  test('a consultation 29 days ago still opens the record; 31 days ago the patient is not found', async () => {
    const { patient, clinician, consultationId } = await createPatientInCare(context, 'CLOSED')
    const ended = (days: number) =>
      context.db`update consultation set changed_at = now() - ${`${days} days`}::interval where id = ${consultationId}`
    await ended(29)
    expect((await open(patient.patientId, clinician)).body).toMatchObject({ because: 'attended' })
    await ended(31)
    await context.db`select pg_notify('cuida_changes', ${`record:${patient.patientId}`})`
    expect.soft(await readAudit(context, patient.patientId)).toHaveLength(1)
    expect(statusAndCode(await add(patient.patientId, clinician))).toEqual([404, 'PATIENT_NOT_FOUND'])
  })

  test('a deleted patient’s record opens to nobody', async () => {
    const { patient, clinician } = await createPatientInCare(context)
    await context.db`update patient set deleted_at = now(), document_number = null, document_type = null
      where id = ${patient.patientId}`
    expect(statusAndCode(await open(patient.patientId, clinician))).toEqual([404, 'PATIENT_NOT_FOUND'])
    expect(statusAndCode(await add(patient.patientId, clinician))).toEqual([404, 'PATIENT_NOT_FOUND'])
  })
})

describe('writing to the record', () => {
  test('patient, holder, manager and unrelated colleague cannot write [A6.4] [B2.25]', async () => {
    const { patient, clinician } = await createPatientInCare(context)
    const entryId = await insertEntry(context, patient.patientId, clinician)
    const manager = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
    const colleague = await insertClinician(context)
    const both = await insertClinician(context, { role: 'clinician-and-clinical-manager' })
    for (const [author, status] of [
      [patient, 401],
      [manager, 403],
      [colleague, 404],
      [both, 404],
      [{ token: 'nobody' }, 401],
    ] as const) {
      expect((await add(patient.patientId, author)).status).toBe(status)
      expect((await instead(patient.patientId, entryId, author)).status).toBe(status)
    }
    expect((await history(patient.patientId, patient)).body.entries).toHaveLength(1)
  })

  test('both roles that include clinician can write [B6.4]', async () => {
    for (const role of ['clinician', 'clinician-and-clinical-manager']) {
      const patient = await insertPatient(context)
      const clinician = await insertClinician(context, { role })
      await insertConsultation(context, { patientId: patient.patientId, status: 'ACTIVE', heldBy: clinician.staffId })
      expect((await add(patient.patientId, clinician)).status).toBe(201)
    }
  })

  test('a repeated request adds one entry', async () => {
    const { patient, clinician } = await createPatientInCare(context)
    const both = await Promise.all([add(patient.patientId, clinician), add(patient.patientId, clinician)])
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1)
    expect((await history(patient.patientId, patient)).body.entries).toHaveLength(1)
  })

  test('contradictory fields are refused one by one', async () => {
    const { patient, clinician } = await createPatientInCare(context)
    const { status, body } = await add(patient.patientId, clinician, {
      ...LATEX_ALLERGY,
      onset: '2990',
      relative: 'mother',
    })
    expect([status, body.fields]).toEqual([400, { onset: 'FUTURE', relative: 'INVALID' }])
  })
})

describe('history of changes', () => {
  test('a replacement keeps the earlier version with author, time and reason', async () => {
    const { patient, clinician } = await createPatientInCare(context)
    const first = (await add(patient.patientId, clinician)).body.id
    const second = (await instead(patient.patientId, first, clinician, { severity: 'mild' })).body.id
    await instead(patient.patientId, second, clinician, { status: 'entered-in-error' })
    const [entry, ...others] = (await history(patient.patientId, patient)).body.entries
    expect(others).toEqual([])
    expect(entry).toMatchObject({ status: 'entered-in-error', reason: 'She told me more', author: 'Dra. Marta Ruiz' })
    expect(entry?.earlier.map(({ severity, reason }) => [severity, reason])).toEqual([
      ['mild', 'She told me more'],
      ['severe', null],
    ])
  })

  test('of two concurrent changes one succeeds and the other gets a conflict', async () => {
    const { patient, clinician } = await createPatientInCare(context)
    const id = (await add(patient.patientId, clinician)).body.id
    const both = await Promise.all([1, 2].map(() => instead(patient.patientId, id, clinician)))
    expect(both.map(statusAndCode).sort()).toEqual([
      [201, undefined],
      [409, 'CHANGED_MEANWHILE'],
    ])
  })

  test('another record’s entry cannot be replaced', async () => {
    const one = await createPatientInCare(context)
    const other = await createPatientInCare(context)
    const otherEntry = await insertEntry(context, other.patient.patientId, other.clinician)
    expect(statusAndCode(await instead(one.patient.patientId, otherEntry, one.clinician))).toEqual([
      404,
      'ENTRY_NOT_FOUND',
    ])
  })

  test.each([
    'update history_entry set text = text',
    'delete from history_entry',
    "update note set text = 'other'",
    'delete from note',
    'delete from break_glass',
    'delete from edit_request',
  ])('the database refuses to "%s"', async (sql) => {
    const { patient, clinician, consultationId } = await createPatientInCare(context)
    await insertEntry(context, patient.patientId, clinician)
    const { db } = context
    await db`insert into note (consultation_id, author_id, text) values (${consultationId}, ${clinician.staffId}, 'Rest')`
    await db`insert into edit_request (patient_id, section, text) values (${patient.patientId}, 'allergy', 'Not penicillin')`
    await db`insert into break_glass (staff_id, patient_id, reason, open_until)
      values (${clinician.staffId}, ${patient.patientId}, 'Fainted while on the phone', now() + interval '1 hour')`
    await expect(db.unsafe(sql)).rejects.toThrow(/append-only|then stays/)
  })
})

describe('a signed note', () => {
  async function signed() {
    const { patient, clinician, consultationId } = await createPatientInCare(context)
    const text = 'Paracetamol 400 mg'
    const closing = { id: consultationId, text, outcome: 'technical-failure' } as const
    await context.sendCall(closeConsultation, closing, { token: clinician.token })
    const { body } = await context.sendCall(getDeskConsultation, { id: consultationId }, { token: clinician.token })
    return { patient, clinician, consultationId, noteId: body.notes[0]?.id ?? '' }
  }
  const amend = (id: string, noteId: string, { token }: TestClinician, text = 'Meant 500 mg') =>
    context.sendCall(amendNote, { id, noteId, text, reason: 'Wrong dose' }, { token })

  test('an amendment with its reason is shown beside the note, also to the patient, and is stored once', async () => {
    const { patient, clinician, consultationId, noteId } = await signed()
    const [one, two] = await Promise.all([1, 2].map(() => amend(consultationId, noteId, clinician)))
    expect(one?.body.id).toBe(two?.body.id)
    const { patientId } = patient
    const { body } = await context.sendCall(
      getConsultation,
      { patientId, id: consultationId },
      { token: patient.token },
    )
    expect(body.notes.map(({ text, amends, reason }) => [text, amends, reason])).toEqual([
      ['Paracetamol 400 mg', null, null],
      ['Meant 500 mg', noteId, 'Wrong dose'],
    ])
    expect((await readAudit(context, patientId)).filter(({ act }) => act === 'amend-note')).toHaveLength(1)
  })

  test('an amendment of an amendment belongs to the original note', async () => {
    const { clinician, consultationId, noteId } = await signed()
    const first = (await amend(consultationId, noteId, clinician)).body.id
    await amend(consultationId, first, clinician, 'And twice a day')
    const rows =
      await context.db`select amends from note where consultation_id = ${consultationId} and amends is not null`
    expect(rows.map(({ amends }) => amends)).toEqual([noteId, noteId])
  })

  test('only its author can amend a note', async () => {
    const { consultationId, noteId } = await signed()
    const stranger = await insertClinician(context)
    expect(statusAndCode(await amend(consultationId, noteId, stranger))).toEqual([404, 'CONSULTATION_NOT_FOUND'])
    await context.db`update consultation set held_by = ${stranger.staffId} where id = ${consultationId}`
    expect(statusAndCode(await amend(consultationId, noteId, stranger))).toEqual([404, 'NOTE_NOT_FOUND'])
  })
})

describe('the access log', () => {
  test('the patient reads who opened what and why, in order', async () => {
    const { patient, clinician, consultationId } = await createPatientInCare(context)
    await context.sendCall(getDeskConsultation, { id: consultationId }, { token: clinician.token })
    await open(patient.patientId, clinician)
    await add(patient.patientId, clinician)
    const entries = await fetchAccessLog(patient.patientId, patient)
    expect(entries.map(({ act, because, who }) => [act, because, who])).toEqual([
      ['write-record', 'attending', 'Dra. Marta Ruiz'],
      ['read-record', 'attending', 'Dra. Marta Ruiz'],
      ['read-consultation', 'attending', 'Dra. Marta Ruiz'],
    ])
    expect(entries[0]?.consultationAt).not.toBeNull()
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
  })

  test('opening a document at the desk is logged too', async () => {
    const { patient, clinician, consultationId } = await createPatientInCare(context)
    const hash = Buffer.alloc(32)
    const [file] = await context.db<{ id: string }[]>`
      insert into consultation_document (consultation_id, side, place, account_id, upload_key, upload_hash, file, type,
        size, hash, name)
      values (${consultationId}, 'patient', 1, ${patient.accountId}, ${randomUUID()}, ${hash}, ${randomUUID()},
        'image/jpeg', 9, ${hash}, 'ear.jpg') returning id`
    const subject = { kind: 'document', id: file?.id ?? '' } as const
    const { staffId } = clinician
    await context.db.begin((tx) => audit(tx, context.services.secrets, { staffId, act: 'view', subject }))
    expect((await fetchAccessLog(patient.patientId, patient)).map(({ act }) => act)).toEqual(['read-document'])
    const { patient: other } = await createPatientInCare(context)
    expect(await fetchAccessLog(other.patientId, other)).toEqual([])
  })

  test('reading a waiting patient’s answers is logged as such', async () => {
    const patient = await insertPatient(context)
    const clinician = await insertClinician(context)
    const id = await insertConsultation(context, { patientId: patient.patientId })
    await context.sendCall(getDeskConsultation, { id }, { token: clinician.token })
    expect((await fetchAccessLog(patient.patientId, patient)).map(({ because }) => because)).toEqual(['waiting'])
    expect(statusAndCode(await open(patient.patientId, clinician))).toEqual([404, 'PATIENT_NOT_FOUND'])
  })

  test('the holder reads a child’s record until the 18th birthday', async () => {
    const holder = await insertPatient(context)
    const childId = await newChild(context, holder.patientId)
    const birthday = (sql: string) =>
      context.db`update patient set date_of_birth = ((clock_timestamp() at time zone 'utc')::date - ${sql}::interval)::date
        where id = ${childId}`
    await birthday('18 years -1 day')
    expect((await history(childId, holder)).status).toBe(200)
    await birthday('18 years')
    await context.db`select pg_notify('cuida_changes', ${`record:${childId}`})`
    const result = await context.sendCall(listAccessLog, { id: childId }, { token: holder.token })
    expect(statusAndCode(result)).toEqual([404, 'PATIENT_NOT_FOUND'])
    await expect.poll(async () => statusAndCode(await history(childId, holder))).toEqual([404, 'PATIENT_NOT_FOUND'])
  })
})

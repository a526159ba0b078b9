import type { NewEntry } from '@cuida/core/care/record/history.ts'
import { decryptRows } from '../../kit/crypto/encrypted-text.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { insertClinician, insertConsultation, insertPatient, type TestClinician } from '../test-people.ts'

export const LATEX_ALLERGY: NewEntry = {
  kind: 'allergy',
  text: 'Latex',
  onset: '2019',
  severity: 'severe',
  status: 'active',
  relative: null,
}

/** A patient with a clinician who holds the consultation, or held or has booked it, by `status`. */
export async function createPatientInCare(context: TestContext, status: 'ACTIVE' | 'CLOSED' | 'QUEUED' = 'ACTIVE') {
  const patient = await insertPatient(context)
  const clinician = await insertClinician(context)
  const id = await insertConsultation(context, {
    patientId: patient.patientId,
    status,
    ...(status === 'QUEUED' ? {} : { heldBy: clinician.staffId }),
    booked: { clinicianId: clinician.clinicianId, inMinutes: 60 },
  })
  return { patient, clinician, consultationId: id }
}

export async function insertEntry({ db }: TestContext, patientId: string, author: TestClinician): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into history_entry (patient_id, kind, text, severity, status, author_id)
    values (${patientId}, 'allergy', 'Penicillin', 'mild', 'active', ${author.staffId}) returning id`
  return row?.id ?? ''
}

/** The audit rows of a record, oldest first. */
export async function readAudit({ db }: TestContext, patientId: string) {
  const rows = await db<{ act: string; staffId: string; detail: string | null; reason: string | null }[]>`
    select act, staff_id as "staffId", detail, reason from audit
    where subject_kind = 'record' and subject_id = ${patientId} order by seq`
  const opened = await decryptRows(db, rows, { reason: 'audit.reason' })
  return opened.map(({ act, staffId, detail, reason }) => ({ act, staffId, reason, ...JSON.parse(detail ?? '{}') }))
}

export const statusAndCode = ({ status, body }: { status: number; body: { code?: string } | undefined }) => [
  status,
  body?.code,
]

import { randomBytes } from 'node:crypto'
import {
  type IssuedDocumentKind,
  type IssuedDocumentStatus,
  initialsOf,
  VERIFICATION_CODE_ALPHABET,
} from '@cuida/core/care/issued-document/issued-document.ts'
import type { PrescriptionItem, PrescriptionState } from '@cuida/core/care/prescription/prescription.ts'
import { inLocale } from '../../catalogue/clinician-store.ts'
import { decryptRows } from '../../kit/crypto/encrypted-text.ts'
import type { Db, Sql } from '../../kit/db/db.ts'

/** Facts about the consultation for the header and footer of a certificate. */
export interface IssuedDocumentFacts {
  patientId: string
  patient: string
  document: string | undefined
  dateOfBirth: string
  /** The account holder, when the patient is a minor. */
  holder: string | undefined
  clinician: string
  registrationNumber: string
  specialty: string
  medium: 'phone' | 'video'
  /** Start of the first call; undefined when there was none. */
  from: Date | undefined
  to: Date | undefined
  day: Date
  isClosed: boolean
  /** The language of the account. */
  locale: string
}

const began = (sql: Sql) => sql`
  (select min(at) from consultation_action where consultation_id = c.id and type like '%CALL_STARTED')`
/** The date on the certificate and in its public check: the first call, else the appointment, else the creation. */
const dayOf = (sql: Sql) => sql`coalesce(${began(sql)}, c.starts_at, c.created_at)`

export async function findIssuedDocumentFacts(
  sql: Sql,
  consultationId: string,
  locale: string,
): Promise<IssuedDocumentFacts | undefined> {
  const [row] = await sql`
    select c.patient_id, p.first_name || ' ' || p.last_name as patient, p.date_of_birth, p.document_type,
      p.document_number, p.cpf, h.first_name || ' ' || h.last_name as holder, k.name as clinician,
      k.registration_number, k.specialty, c.contact_method, c.status, a.locale, ${dayOf(sql)} as day, ${began(sql)} as began,
      (select max(at) from consultation_action where consultation_id = c.id and type like '%CALL_COMPLETED') as ended
    from consultation c join patient p on p.id = c.patient_id left join patient h on h.id = p.holder_id
    join account a on a.id = coalesce(p.account_id, h.account_id) join clinician k on k.id = c.clinician_id
    where c.id = ${consultationId}`
  if (!row) return undefined
  return {
    patientId: row.patient_id,
    patient: row.patient,
    document: row.cpf ? `CPF ${row.cpf}` : row.document_number && `${row.document_type} ${row.document_number}`,
    dateOfBirth: row.date_of_birth,
    holder: row.holder ?? undefined,
    clinician: row.clinician,
    registrationNumber: row.registration_number,
    specialty: inLocale<string>(row.specialty, row.locale ?? locale) ?? '',
    medium: row.contact_method,
    from: row.began ?? undefined,
    to: row.ended ?? undefined,
    day: row.day,
    isClosed: row.status === 'CLOSED',
    locale: row.locale ?? locale,
  }
}

export interface IssuedPrescription {
  id: string
  items: PrescriptionItem[]
  signedAt: Date
  validUntil: string
}

/** The issued prescription with this id, or the latest one. */
export async function findIssuedPrescription(sql: Sql, consultationId: string, id: string | undefined) {
  const rows = await sql<IssuedPrescription[]>`
    select id, items, signed_at as "signedAt", valid_until as "validUntil" from prescription
    where consultation_id = ${consultationId} and state in ('issued', 'cancelling') ${id ? sql`and id = ${id}` : sql``}
    order by signed_at desc limit 1`
  const [prescription] = await decryptRows(sql, rows, { items: 'prescription.items' })
  return prescription
}

/** Whether a prescription belongs to a consultation, in any state. */
export async function isPrescriptionOf(sql: Sql, prescriptionId: string, consultationId: string): Promise<boolean> {
  const rows =
    await sql`select 1 from prescription where id = ${prescriptionId} and consultation_id = ${consultationId}`
  return rows.length > 0
}

/** A random code of 60 bits. */
export const newCode = (): string =>
  Array.from(randomBytes(12), (byte) => VERIFICATION_CODE_ALPHABET[byte % VERIFICATION_CODE_ALPHABET.length]).join('')

/** The code of this certificate, created with the first request and stable afterwards. */
export async function findOrCreateCode(
  db: Db,
  consultationId: string,
  kind: IssuedDocumentKind,
  prescriptionId: string | null,
) {
  await db`
    insert into issued_document (code, consultation_id, kind, prescription_id)
    values (${newCode()}, ${consultationId}, ${kind}, ${prescriptionId}) on conflict do nothing`
  const [row] = await db<{ code: string; issuedAt: Date }[]>`
    select code, issued_at as "issuedAt" from issued_document
    where consultation_id = ${consultationId} and kind = ${kind} and prescription_id is not distinct from ${prescriptionId}`
  if (!row) throw new Error('the new document code collides with another document’s')
  return row
}

/** The public facts about a certificate. `today`: the clinic's calendar day. */
export async function findIssuedDocument(sql: Sql, code: string, today: string) {
  const [row] = await sql`
    with a as (
      select code, consultation_id, kind, prescription_id, issued_at, null::uuid as clinician_id from issued_document
      union all select code, consultation_id, kind, null, signed_at, clinician_id from letter)
    select a.kind, a.issued_at, ${dayOf(sql)} as day, k.name, k.registration_number,
      p.first_name, p.last_name, p.deleted_at, r.state, r.valid_until
    from a join consultation c on c.id = a.consultation_id join patient p on p.id = c.patient_id
    join clinician k on k.id = coalesce(a.clinician_id, c.clinician_id)
    left join prescription r on r.id = a.prescription_id
    where a.code = ${code}`
  return (
    row && {
      kind: row.kind as IssuedDocumentKind,
      status: row.state ? statusOf(row.state, row.valid_until, today) : ('valid' as const),
      issuedAt: row.issued_at as Date,
      day: row.day as Date,
      clinician: { name: row.name as string, registrationNumber: row.registration_number as string },
      initials: row.deleted_at ? null : initialsOf(row.first_name, row.last_name),
    }
  )
}

function statusOf(state: PrescriptionState, validUntil: string, today: string): IssuedDocumentStatus {
  if (state !== 'issued') return 'cancelled'
  return today <= validUntil ? 'valid' : 'expired'
}

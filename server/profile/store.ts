import type { DocumentType, Sex } from '@cuida/core/profile/account/profile.ts'
import type { Row } from 'postgres'
import { decryptRows } from '../kit/crypto/encrypted-text.ts'
import type { Sql } from '../kit/db/db.ts'

/** A patient with the holder's contact data: minors are not contacted themselves. */
export interface Patient {
  id: string
  emrId: string
  accountId: string
  isDependant: boolean
  firstName: string
  lastName: string
  dateOfBirth: string
  sex: Sex
  genderInfo: string | null
  phone: string
  country: string
  email: string
  document: { documentType: DocumentType | null; documentNumber: string } | undefined
  cpf: string | undefined
}

/**
 * The patient, if this account may act for them now: the holder, or a dependant who is still a minor by the
 * database's calendar (product 4.1: checked on every access). Otherwise undefined.
 */
export async function patientOf(sql: Sql, accountId: string, patientId: string): Promise<Patient | undefined> {
  return (await patientsOf(sql, accountId)).find((patient) => patient.id === patientId)
}

/** All patients that this account may act for, the holder first. */
export async function patientsOf(sql: Sql, accountId: string): Promise<Patient[]> {
  const rows = await sql`
    select p.id, p.emr_id, p.holder_id, p.first_name, p.last_name, p.date_of_birth, p.sex, p.gender_info, p.cpf,
      p.document_type, p.document_number, a.id as account_id, a.phone, a.country, a.email
    from account a
    join patient h on h.account_id = a.id
    join patient p on p.id = h.id or p.holder_id = h.id
    where a.id = ${accountId} and a.status = 'active' and p.deleted_at is null
      and (p.holder_id is null
        or p.date_of_birth > ((clock_timestamp() at time zone 'utc')::date - interval '18 years')::date)
    order by p.holder_id is not null, p.created_at, p.id`
  const opened = await decryptRows<Row>(sql, rows, { gender_info: 'patient.gender_info' })
  return opened.map((row) => ({
    id: row.id,
    emrId: row.emr_id,
    accountId: row.account_id,
    isDependant: row.holder_id !== null,
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth,
    sex: row.sex,
    genderInfo: row.gender_info,
    phone: row.phone,
    country: row.country,
    email: row.email,
    document: row.document_number
      ? { documentType: row.document_type, documentNumber: row.document_number }
      : undefined,
    cpf: row.cpf ?? undefined,
  }))
}

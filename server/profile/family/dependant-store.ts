import type { Dependant } from '@cuida/core/profile/account/profile.ts'
import type { DependantDetails, DependantProfile } from '@cuida/core/profile/family/dependant-api.ts'
import type { Conflict, normalizePerson } from '../../access/registration/registration-store.ts'
import { decryptRows, encryptText } from '../../kit/crypto/encrypted-text.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { asSystem } from '../../kit/db/row-security.ts'
import { patientOf } from '../store.ts'

export type NormalizedDependant = ReturnType<typeof normalizePerson<DependantProfile>>

/** Requested changes; absent fields stay as they are. Numbers are normalised. */
export type DependantInput = Partial<Omit<DependantDetails, 'id' | 'identityFixed'>>

const GENDER = { genderInfo: 'patient.gender_info' } as const

const columns = (sql: Sql) => sql`
  id, emr_id as "emrId", first_name as "firstName", date_of_birth as "dateOfBirth", sex, gender_info as "genderInfo"`

/** Undefined when the child, or one of the numbers, exists. Throws the database's error for a family at its limit. */
export async function insertDependant(
  sql: Sql,
  holderId: string,
  profile: NormalizedDependant,
): Promise<Dependant | undefined> {
  const rows = await sql<Dependant[]>`
    insert into patient (holder_id, first_name, last_name, date_of_birth, sex, gender_info, cpf, document_type,
      document_number)
    values (${holderId}, ${profile.firstName}, ${profile.lastName}, ${profile.dateOfBirth}, ${profile.sex},
      ${encryptText(sql, 'patient.gender_info', profile.genderInfo)}, ${profile.cpf}, ${profile.documentType},
      ${profile.documentNumber})
    on conflict do nothing returning ${columns(sql)}`
  const [child] = await decryptRows(sql, rows, GENDER)
  return child
}

/** The holder's child with this name and date of birth, and whether all other details match too. */
export async function findSameChild(
  sql: Sql,
  holderId: string,
  profile: NormalizedDependant,
): Promise<{ child: Dependant; isSame: boolean } | undefined> {
  const rows = await sql<(Dependant & { isSame: boolean })[]>`
    select ${columns(sql)}, (sex = ${profile.sex}
        and cpf is not distinct from ${profile.cpf} and document_type is not distinct from ${profile.documentType}
        and document_number is not distinct from ${profile.documentNumber}) as "isSame"
    from patient
    where holder_id = ${holderId} and lower(first_name) = lower(${profile.firstName})
      and lower(last_name) = lower(${profile.lastName}) and date_of_birth = ${profile.dateOfBirth}
      and deleted_at is null`
  const [row] = await decryptRows(sql, rows, GENDER)
  if (!row) return undefined
  const { isSame, ...child } = row
  return { child, isSame: isSame && child.genderInfo === profile.genderInfo }
}

/** Normalised; null: not checked. */
interface Numbers {
  cpf: string | null
  documentType: string | null
  documentNumber: string | null
}

/** The conflict of a number that another patient has, if any. */
export async function findNumberConflict(
  sql: Sql,
  { cpf, documentType, documentNumber }: Numbers,
): Promise<Extract<Conflict, 'CPF_DUPLICATED' | 'DOCUMENT_DUPLICATED'> | undefined> {
  const [row] = await asSystem(
    () => sql<{ cpf: boolean; document: boolean }[]>`
      select exists (select 1 from patient where cpf = ${cpf}) as cpf,
        exists (select 1 from patient where document_type = ${documentType}
          and document_number = ${documentNumber}) as document`,
  )
  if (row?.cpf) return 'CPF_DUPLICATED'
  return row?.document ? 'DOCUMENT_DUPLICATED' : undefined
}

/** A minor in the charge of this account, by the database's calendar; otherwise undefined. */
export async function findDependant(sql: Sql, accountId: string, id: string): Promise<DependantDetails | undefined> {
  const patient = await patientOf(sql, accountId, id)
  if (!patient?.isDependant) return undefined
  const { firstName, lastName, dateOfBirth, sex, genderInfo, cpf = null, document = null } = patient
  return {
    id,
    firstName,
    lastName,
    dateOfBirth,
    sex,
    cpf,
    document,
    genderInfo,
    identityFixed: await hasCare(sql, id),
  }
}

/** Whether a health record or a booking refers to the child's current identity. */
export async function hasCare(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql<{ has: boolean }[]>`
    select exists (select 1 from care_order where patient_id = ${id})
      or exists (select 1 from consultation where patient_id = ${id}) as has`
  return row?.has ?? false
}

/** A booking for the dependant locks the row too (`refuse_deleted_patient`), so that none can start meanwhile. */
export async function lockDependant(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`select 1 from patient where id = ${id} and deleted_at is null for update`
  return rows.length > 0
}

/**
 * Saves the given fields only. False when the family has another child with these details. Throws a unique violation
 * when another patient takes a number concurrently.
 */
export async function updateDependant(tx: Tx, accountId: string, id: string, input: DependantInput): Promise<boolean> {
  const { firstName, lastName, dateOfBirth, sex, genderInfo, cpf, document } = input
  const [sibling] = await tx`
    select 1 from patient p join patient s on s.holder_id = p.holder_id and s.id <> p.id and s.deleted_at is null
    where p.id = ${id} and lower(s.first_name) = lower(coalesce(${firstName ?? null}, p.first_name))
      and lower(s.last_name) = lower(coalesce(${lastName ?? null}, p.last_name))
      and s.date_of_birth = coalesce(${dateOfBirth ?? null}, p.date_of_birth)`
  if (sibling) return false
  await tx`
    update patient set first_name = coalesce(${firstName ?? null}, first_name),
      last_name = coalesce(${lastName ?? null}, last_name),
      date_of_birth = coalesce(${dateOfBirth ?? null}, date_of_birth), sex = coalesce(${sex ?? null}, sex),
      gender_info = case when ${genderInfo !== undefined} then ${encryptText(tx, 'patient.gender_info', genderInfo || null)}
        else gender_info end,
      cpf = case when ${cpf !== undefined} then ${cpf ?? null} else cpf end,
      document_type = case when ${document !== undefined} then ${document?.documentType ?? null} else document_type end,
      document_number = case when ${document !== undefined} then ${document?.documentNumber ?? null}
        else document_number end
    where id = ${id}`
  await notifyChanged(tx, [`account:${accountId}`])
  return true
}

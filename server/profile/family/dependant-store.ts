import type { Dependant } from '@cuida/core/profile/account/profile.ts'
import type { DependantDetails, DependantProfile } from '@cuida/core/profile/family/dependant-api.ts'
import type { Conflict, tidiedPerson } from '../../access/registration/registration-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { patientOf } from '../store.ts'

export type TidyDependant = ReturnType<typeof tidiedPerson<DependantProfile>>

/** What a holder wants to be otherwise; absent: as it is. Numbers as they are stored. */
export type DependantInput = Partial<Omit<DependantDetails, 'id' | 'identityFixed'>>

const shown = (sql: Sql) => sql`id, emr_id as "emrId", first_name as "firstName", date_of_birth as "dateOfBirth"`

/** undefined: the child, or a number of theirs, is there. Throws the database's error where the family is full. */
export async function insertDependant(
  sql: Sql,
  holderId: string,
  profile: TidyDependant,
): Promise<Dependant | undefined> {
  const [row] = await sql<Dependant[]>`
    insert into patient (holder_id, first_name, last_name, date_of_birth, sex, gender_info, cpf, document_type,
      document_number)
    values (${holderId}, ${profile.firstName}, ${profile.lastName}, ${profile.dateOfBirth}, ${profile.sex},
      ${profile.genderInfo}, ${profile.cpf}, ${profile.documentType}, ${profile.documentNumber})
    on conflict do nothing returning ${shown(sql)}`
  return row
}

/** The holder's child of this name and birthday, and whether everything else that was told is the same too. */
export async function findSameChild(
  sql: Sql,
  holderId: string,
  profile: TidyDependant,
): Promise<{ child: Dependant; isSame: boolean } | undefined> {
  const [row] = await sql<(Dependant & { isSame: boolean })[]>`
    select ${shown(sql)}, (sex = ${profile.sex} and gender_info is not distinct from ${profile.genderInfo}
        and cpf is not distinct from ${profile.cpf} and document_type is not distinct from ${profile.documentType}
        and document_number is not distinct from ${profile.documentNumber}) as "isSame"
    from patient
    where holder_id = ${holderId} and lower(first_name) = lower(${profile.firstName})
      and lower(last_name) = lower(${profile.lastName}) and date_of_birth = ${profile.dateOfBirth}
      and deleted_at is null`
  if (!row) return undefined
  const { isSame, ...child } = row
  return { child, isSame }
}

/** As they are stored; null: not asked about. */
interface Numbers {
  cpf: string | null
  documentType: string | null
  documentNumber: string | null
}

/** Whose number it is already, if it is anybody's. */
export async function findNumberConflict(
  sql: Sql,
  { cpf, documentType, documentNumber }: Numbers,
): Promise<Extract<Conflict, 'CPF_DUPLICATED' | 'DOCUMENT_DUPLICATED'> | undefined> {
  const [row] = await sql<{ cpf: boolean; document: boolean }[]>`
    select exists (select 1 from patient where cpf = ${cpf}) as cpf,
      exists (select 1 from patient where document_type = ${documentType}
        and document_number = ${documentNumber}) as document`
  if (row?.cpf) return 'CPF_DUPLICATED'
  return row?.document ? 'DOCUMENT_DUPLICATED' : undefined
}

/** A minor in the charge of this account, by the same calendar as everywhere; undefined for everybody else. */
export async function findDependant(sql: Sql, accountId: string, id: string): Promise<DependantDetails | undefined> {
  const patient = await patientOf(sql, accountId, id)
  if (!patient?.isDependant) return undefined
  const { firstName, lastName, dateOfBirth, sex, cpf = null, document = null } = patient
  const [more] = await sql<{ genderInfo: string | null }[]>`
    select gender_info as "genderInfo" from patient where id = ${id}`
  return {
    id,
    firstName,
    lastName,
    dateOfBirth,
    sex,
    cpf,
    document,
    genderInfo: more?.genderInfo ?? null,
    identityFixed: await hasCare(sql, id),
  }
}

/** Whether there is a record, or one on its way, that knows the child as they are now. */
export async function hasCare(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql<{ has: boolean }[]>`
    select exists (select 1 from care_order where patient_id = ${id})
      or exists (select 1 from consultation where patient_id = ${id}) as has`
  return row?.has ?? false
}

/** Who books for them holds the row (`refuse_deleted_patient`), so that care cannot begin while this is decided. */
export async function lockDependant(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`select 1 from patient where id = ${id} and deleted_at is null for update`
  return rows.length > 0
}

/**
 * Saves what is there and leaves the rest as it is. False: it would be another child of the family. Throws the database's
 * error when it, or a number, becomes somebody else's at this very moment.
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
      gender_info = case when ${genderInfo !== undefined} then ${genderInfo || null} else gender_info end,
      cpf = case when ${cpf !== undefined} then ${cpf ?? null} else cpf end,
      document_type = case when ${document !== undefined} then ${document?.documentType ?? null} else document_type end,
      document_number = case when ${document !== undefined} then ${document?.documentNumber ?? null}
        else document_number end
    where id = ${id}`
  await notifyChanged(tx, [`account:${accountId}`])
  return true
}

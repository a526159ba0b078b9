import type { DependantProfile } from '@cuida/core/profile/dependant-api.ts'
import type { Dependant } from '@cuida/core/profile/profile.ts'
import type { Conflict, tidiedPerson } from '../access/registration-store.ts'
import type { Sql } from '../kit/db.ts'

export type TidyDependant = ReturnType<typeof tidiedPerson<DependantProfile>>

const shown = (sql: Sql) => sql`id, emr_id as "emrId", first_name as "firstName", date_of_birth as "dateOfBirth"`

/** Throws the database's error when a constraint says no: a full family, a child or a document that is there. */
export async function insertDependant(sql: Sql, holderId: string, profile: TidyDependant): Promise<Dependant> {
  const [row] = await sql<Dependant[]>`
    insert into patient (holder_id, first_name, last_name, date_of_birth, sex, gender_info, cpf, document_type,
      document_number)
    values (${holderId}, ${profile.firstName}, ${profile.lastName}, ${profile.dateOfBirth}, ${profile.sex},
      ${profile.genderInfo}, ${profile.cpf}, ${profile.documentType}, ${profile.documentNumber})
    returning ${shown(sql)}`
  if (!row) throw new Error('a dependant that was just inserted is not there')
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

/** Whose number it is already, if it is anybody's. */
export async function findNumberConflict(
  sql: Sql,
  { cpf, documentType, documentNumber }: TidyDependant,
): Promise<Extract<Conflict, 'CPF_DUPLICATED' | 'DOCUMENT_DUPLICATED'> | undefined> {
  const [row] = await sql<{ cpf: boolean; document: boolean }[]>`
    select exists (select 1 from patient where cpf = ${cpf}) as cpf,
      exists (select 1 from patient where document_type = ${documentType}
        and document_number = ${documentNumber}) as document`
  if (row?.cpf) return 'CPF_DUPLICATED'
  return row?.document ? 'DOCUMENT_DUPLICATED' : undefined
}

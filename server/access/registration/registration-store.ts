import type { AccountProfile } from '@cuida/core/access/account-profile.ts'
import { cpfDigits, tidyDocument } from '@cuida/core/profile/account/documents.ts'
import { encryptText } from '../../kit/crypto/encrypted-text.ts'
import { brokenConstraint, type Sql, type Tx } from '../../kit/db/db.ts'

export type Conflict =
  | 'EMAIL_CONFLICT'
  | 'PHONE_CONFLICT'
  | 'CPF_DUPLICATED'
  | 'DOCUMENT_DUPLICATED'
  | 'SOCIAL_CONFLICT'

/** Ordered: with several conflicts the same one is always reported first. */
const CONFLICT_OF: Record<string, Conflict> = {
  one_account_an_email: 'EMAIL_CONFLICT',
  account_phone_key: 'PHONE_CONFLICT',
  patient_cpf_key: 'CPF_DUPLICATED',
  one_patient_a_document: 'DOCUMENT_DUPLICATED',
  social_identity_pkey: 'SOCIAL_CONFLICT',
}

/**
 * Maps a unique violation to its conflict: two concurrent registrations can both pass the checks before the insert.
 * Where possible the insert skips conflicts instead, since PostgreSQL's error text quotes data of another account.
 */
export const conflictIn = (error: unknown): Conflict | undefined => CONFLICT_OF[brokenConstraint(error)]

export const normalizeProfile = (profile: AccountProfile) => normalizePerson(profile)

type Person = Pick<AccountProfile, 'genderInfo' | 'cpf' | 'nationalIdentificationNumber'>

export function normalizePerson<P extends Person>(profile: P) {
  const document = profile.nationalIdentificationNumber
  return {
    ...profile,
    genderInfo: profile.genderInfo || null,
    cpf: profile.cpf ? cpfDigits(profile.cpf) : null,
    documentType: document?.documentType ?? null,
    documentNumber: document ? tidyDocument(document.documentNumber) : null,
  }
}
export type NormalizedProfile = ReturnType<typeof normalizeProfile>

export async function findConflict(sql: Sql, profile: NormalizedProfile): Promise<Conflict | undefined> {
  const [row] = await sql<{ email: boolean; phone: boolean; cpf: boolean; document: boolean }[]>`
    select exists (select 1 from account where lower(email) = lower(${profile.email})) as email,
      exists (select 1 from account where phone = ${profile.phone.number}) as phone,
      exists (select 1 from patient where cpf = ${profile.cpf}) as cpf,
      exists (select 1 from patient where document_type = ${profile.documentType}
        and document_number = ${profile.documentNumber}) as document`
  if (row?.email) return 'EMAIL_CONFLICT'
  if (row?.phone) return 'PHONE_CONFLICT'
  if (row?.cpf) return 'CPF_DUPLICATED'
  return row?.document ? 'DOCUMENT_DUPLICATED' : undefined
}

/**
 * Another account holds a part of the profile: the transaction rolls back, and `findConflict` determines the part.
 */
export class ConflictError extends Error {}

/** Inserts the account and its holder. Throws `Taken`. */
export async function insertAccount(
  tx: Tx,
  profile: NormalizedProfile,
  { passwordHash, locale }: { passwordHash: string | null; locale: string },
): Promise<{ accountId: string; patientId: string }> {
  const [account] = await tx<{ id: string }[]>`
    insert into account (phone, country, email, password_hash, locale)
    values (${profile.phone.number}, ${profile.phone.country}, ${profile.email}, ${passwordHash}, ${locale})
    on conflict do nothing returning id`
  if (!account) throw new ConflictError()
  const [patient] = await tx<{ id: string }[]>`
    insert into patient (account_id, first_name, last_name, date_of_birth, sex, gender_info, cpf, document_type,
      document_number)
    values (${account.id}, ${profile.firstName}, ${profile.lastName}, ${profile.dateOfBirth}, ${profile.sex},
      ${encryptText(tx, 'patient.gender_info', profile.genderInfo)}, ${profile.cpf}, ${profile.documentType},
      ${profile.documentNumber})
    on conflict do nothing returning id`
  if (!patient) throw new ConflictError()
  return { accountId: account.id, patientId: patient.id }
}

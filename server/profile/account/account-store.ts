import type { Locale } from '@cuida/core/brand/locale.ts'
import type { Sex } from '@cuida/core/profile/account/profile.ts'
import { encryptText } from '../../kit/crypto/encrypted-text.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { brokenConstraint, type Sql, type Tx } from '../../kit/db/db.ts'

export interface HolderAccount {
  id: string
  phone: string
  email: string
  passwordHash: string | null
  locale: string
}

/** The account of a session; undefined once it is blocked or deleted. */
export async function findHolderAccount(sql: Sql, accountId: string): Promise<HolderAccount | undefined> {
  const [row] = await sql<HolderAccount[]>`
    select id, phone, email, password_hash as "passwordHash", locale from account
    where id = ${accountId} and status = 'active'`
  return row
}

export interface HolderChange {
  firstName?: string | undefined
  lastName?: string | undefined
  sex?: Sex | undefined
  genderInfo?: string | null | undefined
  locale?: Locale | undefined
  timeZone?: string | undefined
}

/** Saves the given fields only, so that concurrent changes of other fields in another tab survive. */
export async function updateHolder(tx: Tx, accountId: string, change: HolderChange): Promise<void> {
  const { firstName, lastName, sex, genderInfo, locale, timeZone } = change
  await tx`
    update patient set first_name = coalesce(${firstName ?? null}, first_name),
      last_name = coalesce(${lastName ?? null}, last_name), sex = coalesce(${sex ?? null}, sex),
      gender_info = case when ${genderInfo !== undefined} then ${encryptText(tx, 'patient.gender_info', genderInfo || null)}
        else gender_info end
    where account_id = ${accountId} and deleted_at is null`
  if (locale || timeZone)
    await tx`
      update account set locale = coalesce(${locale ?? null}, locale), time_zone = coalesce(${timeZone ?? null}, time_zone)
      where id = ${accountId} and status = 'active'`
  await notifyChanged(tx, [`account:${accountId}`])
}

export async function hasOtherEmail(sql: Sql, email: string, accountId: string): Promise<boolean> {
  const rows = await sql`select 1 from account where lower(email) = lower(${email}) and id <> ${accountId}`
  return rows.length > 0
}

/**
 * False when another account has the e-mail. Throws a unique violation when another account takes it concurrently.
 */
export async function updateEmail(tx: Tx, accountId: string, email: string): Promise<boolean> {
  if (await hasOtherEmail(tx, email, accountId)) return false
  await tx`update account set email = ${email} where id = ${accountId} and status = 'active'`
  await notifyChanged(tx, [`account:${accountId}`])
  return true
}

/**
 * False when another account has the number. Throws a unique violation when another account takes it concurrently.
 */
export async function updatePhone(
  tx: Tx,
  accountId: string,
  phone: { number: string; country: string },
): Promise<boolean> {
  const [other] = await tx`select 1 from account where phone = ${phone.number} and id <> ${accountId}`
  if (other) return false
  await tx`
    update account set phone = ${phone.number}, country = ${phone.country}
    where id = ${accountId} and status = 'active'`
  await notifyChanged(tx, [`account:${accountId}`])
  return true
}

export async function findOtherSessions(tx: Tx, accountId: string, exceptId: string | null): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from session where account_id = ${accountId} and ended_at is null and id is distinct from ${exceptId}`
  return rows.map(({ id }) => id)
}

/**
 * Sets the holder's document where none is set. `DOCUMENT_FIXED`: another one is; `DOCUMENT_DUPLICATED`: it belongs to
 * another patient.
 */
export async function insertDocument(
  sql: Sql,
  accountId: string,
  { documentType, documentNumber }: { documentType: string; documentNumber: string },
): Promise<'added' | 'DOCUMENT_FIXED' | 'DOCUMENT_DUPLICATED'> {
  try {
    const { count } = await sql`
      update patient set document_type = ${documentType}, document_number = ${documentNumber}
      where account_id = ${accountId} and deleted_at is null
        and (document_number is null or (document_type, document_number) = (${documentType}, ${documentNumber}))`
    return count > 0 ? 'added' : 'DOCUMENT_FIXED'
  } catch (error) {
    if (brokenConstraint(error) !== 'one_patient_a_document') throw error
    return 'DOCUMENT_DUPLICATED'
  }
}

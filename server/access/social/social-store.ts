import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import { deleteAll } from '../../kit/db/batches.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import type { SocialPerson } from '../../providers/identity/port.ts'

export const SOCIAL_CODE_SECONDS = 60
// A registration can take as long as its token is valid (server/kit/crypto/tokens.ts).
const KEEP = '1 hour'

export type Provider = Vendor<'identities'>

/** The identity that a provider asserted at one return. */
export interface Introduction extends SocialPerson {
  id: string
  provider: Provider
}

const columns = (sql: Sql) => sql`id, provider, subject, email, first_name as "firstName", last_name as "lastName"`

interface OneTimeCode {
  /** Hashes of the code and of the secret of the browser that it is bound to. */
  code: Buffer
  browser: Buffer
  /** The account to link; null for a sign-in. */
  accountId: string | null
}

export async function insertIntroduction(
  sql: Sql,
  provider: Provider,
  { subject, email, firstName, lastName }: SocialPerson,
  by?: OneTimeCode,
): Promise<Introduction> {
  const rows = await sql<Introduction[]>`
    insert into introduction (provider, subject, email, first_name, last_name, code_hash, browser_hash, account_id)
    values (${provider}, ${subject}, ${email}, ${firstName}, ${lastName}, ${by?.code ?? null}, ${by?.browser ?? null},
      ${by?.accountId ?? null})
    returning ${columns(sql)}`
  return rows[0] as Introduction
}

/** Uses the code once, within its minute, from its browser and for its purpose. */
export async function useIntroduction(
  sql: Sql,
  { code, browser, accountId }: OneTimeCode,
): Promise<Introduction | undefined> {
  const [row] = await sql<Introduction[]>`
    update introduction set code_used_at = clock_timestamp()
    where code_hash = ${code} and browser_hash = ${browser} and account_id is not distinct from ${accountId}
      and code_used_at is null
      and created_at > clock_timestamp() - make_interval(secs => ${SOCIAL_CODE_SECONDS})
    returning ${columns(sql)}`
  return row
}

export async function findIntroduction(sql: Sql, id: string): Promise<Introduction | undefined> {
  const [row] = await sql<Introduction[]>`select ${columns(sql)} from introduction where id = ${id}`
  return row
}

export async function findLinkedAccount(sql: Sql, { provider, subject }: Introduction): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select account_id as id from social_identity where provider = ${provider} and subject = ${subject}`
  return row?.id
}

/** False when the identity belongs to an account already, or the account has an identity of this provider. */
export async function insertSocialIdentity(
  tx: Tx,
  { provider, subject }: Introduction,
  accountId: string,
): Promise<boolean> {
  const rows = await tx`
    insert into social_identity (provider, subject, account_id) values (${provider}, ${subject}, ${accountId})
    on conflict do nothing returning 1`
  return rows.length > 0
}

export async function isLinked(sql: Sql, accountId: string): Promise<boolean> {
  const rows = await sql`select 1 from social_identity where account_id = ${accountId} and provider = 'google'`
  return rows.length > 0
}

export async function deleteSocialIdentity(tx: Tx, accountId: string): Promise<void> {
  await tx`delete from social_identity where account_id = ${accountId} and provider = 'google'`
}

export async function purgeIntroductions(sql: Sql): Promise<void> {
  await deleteAll(sql, 'introduction', sql`created_at < clock_timestamp() - ${KEEP}::interval`)
}

import type { Sql, Tx } from '../kit/db.ts'
import type { SocialPerson } from '../providers/identity/port.ts'

export const CODE_SECONDS = 60
// A registration may take as long as its token lives (server/kit/tokens.ts).
const KEEP = '1 hour'

export type Provider = 'google'

/** Who a provider says somebody is, as one arrival told it. */
export interface Introduction extends SocialPerson {
  id: string
  provider: Provider
}

const columns = (sql: Sql) => sql`id, provider, subject, email, first_name as "firstName", last_name as "lastName"`

/** `code`: hashes of the one-time code and of the secret that the browser it was made for holds. */
export async function insertIntroduction(
  sql: Sql,
  provider: Provider,
  { subject, email, firstName, lastName }: SocialPerson,
  code?: { code: Buffer; browser: Buffer },
): Promise<Introduction> {
  const rows = await sql<Introduction[]>`
    insert into introduction (provider, subject, email, first_name, last_name, code_hash, browser_hash)
    values (${provider}, ${subject}, ${email}, ${firstName}, ${lastName}, ${code?.code ?? null}, ${code?.browser ?? null})
    returning ${columns(sql)}`
  return rows[0] as Introduction
}

/** Uses the code, once, in its minute, from its browser. */
export async function takeIntroduction(
  sql: Sql,
  { code, browser }: { code: Buffer; browser: Buffer },
): Promise<Introduction | undefined> {
  const [row] = await sql<Introduction[]>`
    update introduction set code_used_at = clock_timestamp()
    where code_hash = ${code} and browser_hash = ${browser} and code_used_at is null
      and created_at > clock_timestamp() - make_interval(secs => ${CODE_SECONDS})
    returning ${columns(sql)}`
  return row
}

export async function findIntroduction(sql: Sql, id: string): Promise<Introduction | undefined> {
  const [row] = await sql<Introduction[]>`select ${columns(sql)} from introduction where id = ${id}`
  return row
}

/** The account that this person of the provider opens. */
export async function findAccountIntroduced(
  sql: Sql,
  { provider, subject }: Introduction,
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select account_id as id from social_identity where provider = ${provider} and subject = ${subject}`
  return row?.id
}

/** Throws the constraint's error when the person opens an account already: `conflictIn` reads it. */
export async function insertSocialIdentity(tx: Tx, { provider, subject }: Introduction, accountId: string) {
  await tx`insert into social_identity (provider, subject, account_id) values (${provider}, ${subject}, ${accountId})`
}

export async function purgeIntroductions(sql: Sql): Promise<void> {
  await sql`delete from introduction where created_at < clock_timestamp() - ${KEEP}::interval`
}

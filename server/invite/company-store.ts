import { hashOf } from '../kit/crypto/secrets.ts'
import { inBatches } from '../kit/db/batches.ts'
import type { Sql, Tx } from '../kit/db/db.ts'

export interface CompanyLink {
  companySlug: string
  token: string
}
export interface Employee {
  companyName: string
  /** null: the link is for whoever has it. */
  firstName: string | null
  lastName: string | null
  email: string | null
}

/**
 * Whom a link was made for, counting the look: ten, a date, a person who joined by it or a manager lock it for good. undefined for
 * every link that is not good, without a word about why.
 */
export async function validateLink(sql: Sql, { companySlug, token }: CompanyLink): Promise<Employee | undefined> {
  const [row] = await sql<Employee[]>`
    update company_link l set validations = validations + 1
    from company c
    where c.id = l.company_id and c.slug = ${companySlug} and l.token_hash = ${hashOf(token)}
      and l.validations < 10 and l.expires_at > clock_timestamp() and l.joined_at is null and l.taken_back_at is null
    returning c.name as "companyName", l.first_name as "firstName", l.last_name as "lastName", l.email`
  return row
}

export async function findRedirect(sql: Sql, companySlug: string): Promise<string | undefined> {
  const [row] = await sql<
    { url: string | null }[]
  >`select redirect_url as url from company where slug = ${companySlug} and ended_at is null`
  return row?.url ?? undefined
}

/**
 * Spends the link and makes the patient one of the company's, in place of another's. The name of the company, or undefined
 * when the link is not good. Looking ten times locks a link for reading, not for joining: who was shown their name may
 * take their time.
 */
export async function joinByLink(tx: Tx, link: CompanyLink, patientId: string): Promise<string | undefined> {
  const [company] = await tx<{ id: string; name: string }[]>`
    update company_link l
    set joined_at = clock_timestamp(), first_name = null, last_name = null, email = null
    from company c
    where c.id = l.company_id and c.slug = ${link.companySlug} and l.token_hash = ${hashOf(link.token)}
      and l.expires_at > clock_timestamp() and l.joined_at is null and l.taken_back_at is null
    returning c.id, c.name`
  if (company) await tx`update patient set company_id = ${company.id} where id = ${patientId}`
  return company?.name
}

/** The company that a person has joined, when it is the one of this link: a second tap is told the same as the first. */
export async function joinedCompany(sql: Sql, { companySlug, token }: CompanyLink, patientId: string) {
  const [row] = await sql<{ name: string }[]>`
    select c.name from company c
    join company_link l on l.company_id = c.id and l.token_hash = ${hashOf(token)} and l.joined_at is not null
    join patient p on p.id = ${patientId} and p.company_id = c.id
    where c.slug = ${companySlug} and c.ended_at is null`
  return row?.name
}

export async function holderOf(sql: Sql, accountId: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select id from patient where account_id = ${accountId}`
  return row?.id
}

/** Names of employees who never came are not kept for longer than their link is good. The link is counted on. */
export async function forgetEmployees(sql: Sql): Promise<void> {
  await inBatches(
    (most) => sql`
      update company_link set first_name = null, last_name = null, email = null
      where id = any(array(
        select id from company_link where first_name is not null and expires_at < clock_timestamp() limit ${most}))`,
  )
}

import { hashOf } from '../kit/crypto/secrets.ts'
import { runInBatches } from '../kit/db/batches.ts'
import type { Sql, Tx } from '../kit/db/db.ts'

export interface CompanyLinkCredentials {
  companySlug: string
  token: string
}
export interface Employee {
  companyName: string
  /** null: the link is for any employee. */
  firstName: string | null
  lastName: string | null
  email: string | null
}

/**
 * The employee of a link. Each call counts: after ten, past its date, once used or once revoked, the link shows
 * nothing any more. Undefined for every invalid link, without the reason.
 */
export async function validateLink(
  sql: Sql,
  { companySlug, token }: CompanyLinkCredentials,
): Promise<Employee | undefined> {
  const [row] = await sql<Employee[]>`
    update company_link l set validations = validations + 1
    from company c
    where c.id = l.company_id and c.slug = ${companySlug} and l.token_hash = ${hashOf(token)}
      and l.validations < 10 and l.expires_at > clock_timestamp() and l.joined_at is null and l.revoked_at is null
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
 * Uses the link and assigns the patient to its company, in place of another one. Returns the company's name, or
 * undefined when the link is invalid. The limit of ten look-ups does not apply here: an employee who has seen their
 * name may still join later.
 */
export async function joinByLink(tx: Tx, link: CompanyLinkCredentials, patientId: string): Promise<string | undefined> {
  const [company] = await tx<{ id: string; name: string }[]>`
    update company_link l
    set joined_at = clock_timestamp(), first_name = null, last_name = null, email = null
    from company c
    where c.id = l.company_id and c.slug = ${link.companySlug} and l.token_hash = ${hashOf(link.token)}
      and l.expires_at > clock_timestamp() and l.joined_at is null and l.revoked_at is null
    returning c.id, c.name`
  if (company) await tx`update patient set company_id = ${company.id} where id = ${patientId}`
  return company?.name
}

/** The patient's company, if it is the one of this link: a second tap gets the same answer as the first. */
export async function findJoinedCompany(sql: Sql, { companySlug, token }: CompanyLinkCredentials, patientId: string) {
  const [row] = await sql<{ name: string }[]>`
    select c.name from company c
    join company_link l on l.company_id = c.id and l.token_hash = ${hashOf(token)} and l.joined_at is not null
    join patient p on p.id = ${patientId} and p.company_id = c.id
    where c.slug = ${companySlug} and c.ended_at is null`
  return row?.name
}

export async function findHolderPatientId(sql: Sql, accountId: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select id from patient where account_id = ${accountId}`
  return row?.id
}

/** Deletes the names of employees who never joined once their link is over. The link itself stays for the counts. */
export async function purgeEmployeeNames(sql: Sql): Promise<void> {
  await runInBatches(
    (most) => sql`
      update company_link set first_name = null, last_name = null, email = null
      where id = any(array(
        select id from company_link where first_name is not null and expires_at < clock_timestamp() limit ${most}))`,
  )
}

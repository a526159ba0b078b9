import type { Employee, LinkSet } from '@cuida/core/invite/desk-company-api.ts'
import type { PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { Row } from 'postgres'
import { hashOf } from '../kit/crypto/secrets.ts'
import type { Sql, Tx } from '../kit/db/db.ts'
import { mapPage, newestFirst, readPage } from '../kit/db/read-page.ts'

const isOpen = (sql: Sql) => sql`(joined_at is null and revoked_at is null and expires_at > clock_timestamp())`

/** Counts the links of a query by state; every link has exactly one of the four. */
export const countsOfLinks = (sql: Sql) => sql`
  count(*) filter (where ${isOpen(sql)})::int as open,
  count(joined_at)::int as used,
  count(revoked_at)::int as taken_back,
  count(*) filter (where joined_at is null and revoked_at is null and expires_at <= clock_timestamp())::int as expired`

const columns = (sql: Sql, position = sql``) => sql`
  select ${position} t.id, t.made_at, s.name as made_by, l.*
  from company_link_set t
  left join staff s on s.id = t.made_by
  cross join lateral (
    select max(expires_at) as expires_at, ${countsOfLinks(sql)} from company_link where set_id = t.id) l`

const setOf = (row: Row): LinkSet => ({
  id: row.id,
  madeAt: row.made_at.toISOString(),
  madeBy: row.made_by,
  expiresAt: row.expires_at.toISOString(),
  open: row.open,
  used: row.used,
  expired: row.expired,
  takenBack: row.taken_back,
})

/** Newest first. */
export async function findSets(sql: Sql, { companyId, ...request }: PageRequest & { companyId: string }) {
  const page = await readPage(sql, request, {
    select: (position) => columns(sql, position),
    where: sql`t.company_id = ${companyId} and l.expires_at is not null`,
    order: newestFirst(sql`t.made_at`, sql`t.id`),
  })
  const [all] = await sql<{ total: number }[]>`
    select count(*)::int as total from company_link_set t
    where company_id = ${companyId} and exists (select 1 from company_link where set_id = t.id)`
  return { ...mapPage(page, setOf), total: all?.total ?? 0 }
}

export async function findSet(sql: Sql, id: string): Promise<LinkSet | undefined> {
  const [row] = await sql`${columns(sql)} where t.id = ${id}`
  return row && setOf(row)
}

export async function isLinkSetOfCompany(sql: Sql, id: string, companyId: string): Promise<boolean> {
  return (await sql`select 1 from company_link_set where id = ${id} and company_id = ${companyId}`).length > 0
}

interface NewSet {
  id: string
  companyId: string
  staffId: string
  expiresAt: string
  /** One secret token for each link. */
  tokens: readonly string[]
  employees: readonly (Employee | null)[]
}

/**
 * False when the set exists already, because the request was repeated. Concurrent requests wait for each other here.
 */
export async function insertSet(tx: Tx, { id, companyId, staffId, expiresAt, tokens, employees }: NewSet) {
  const { count } = await tx`
    insert into company_link_set (id, company_id, made_by) values (${id}, ${companyId}, ${staffId})
    on conflict (id) do nothing`
  if (count === 0) return false
  await tx`
    insert into company_link (company_id, set_id, expires_at, token_hash, first_name, last_name, email)
    select ${companyId}, ${id}, ${expiresAt}::timestamptz, decode(hash, 'hex'), first_name, last_name, email
    from unnest(${tokens.map((token) => hashOf(token).toString('hex'))}::text[],
      ${employees.map((one) => one?.firstName ?? null)}::text[], ${employees.map((one) => one?.lastName ?? null)}::text[],
      ${employees.map((one) => one?.email ?? null)}::text[]) as link (hash, first_name, last_name, email)`
  return true
}

// The desk repeats a request within moments when its answer was lost.
const REPEAT_MINUTES = 10

/**
 * Whether the same manager created this set, for the same company and with as many links, within `REPEAT_MINUTES`.
 */
export async function isRepeatedSet(sql: Sql, { id, companyId, staffId, tokens }: NewSet): Promise<boolean> {
  const [row] = await sql<{ size: number }[]>`
    select (select count(*)::int from company_link where set_id = t.id) as size from company_link_set t
    where t.id = ${id} and t.company_id = ${companyId} and t.made_by = ${staffId}
      and t.made_at > clock_timestamp() - make_interval(mins => ${REPEAT_MINUTES})`
  return row?.size === tokens.length
}

const forgotten = (sql: Sql) => sql`
  revoked_at = clock_timestamp(), first_name = null, last_name = null, email = null`

/** Revokes a set's open links and returns their number. */
export async function revokeOpenLinks(tx: Tx, setId: string): Promise<number> {
  const { count } = await tx`update company_link set ${forgotten(tx)} where set_id = ${setId} and ${isOpen(tx)}`
  return count
}

/** Revokes one link. Undefined on success, otherwise why it cannot be revoked. */
export async function revokeCompanyLink(tx: Tx, companyId: string, token: string) {
  const [row] = await tx<{ isUsed: boolean; isOpen: boolean; id: string }[]>`
    select id, joined_at is not null as "isUsed", ${isOpen(tx)} as "isOpen" from company_link
    where company_id = ${companyId} and token_hash = ${hashOf(token)} for update`
  if (!row) return 'LINK_NOT_FOUND'
  if (row.isUsed) return 'LINK_USED'
  if (!row.isOpen) return 'LINK_OVER'
  await tx`update company_link set ${forgotten(tx)} where id = ${row.id}`
  return undefined
}

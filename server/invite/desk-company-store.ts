import type { Company, CompanyDiscount, CompanyInput } from '@cuida/core/invite/desk-company-api.ts'
import type { PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { Row } from 'postgres'
import { notifyChanged } from '../kit/db/changes.ts'
import type { Sql, Tx } from '../kit/db/db.ts'
import { mapPage, readPage } from '../kit/db/read-page.ts'
import { countsOfLinks } from './link-set-store.ts'

const columns = (sql: Sql, position = sql``) => sql`
  select ${position} c.*, s.name as made_by, l.*, coalesce(d.discounts, '[]') as discounts
  from company c
  left join staff s on s.id = c.created_by
  cross join lateral (select ${countsOfLinks(sql)} from company_link where company_id = c.id) l
  cross join lateral (select json_agg(json_build_object('productId', product_id, 'percentage', percentage,
      'validFrom', valid_from, 'validUntil', valid_until) order by product_id) as discounts
    from company_product_discount where company_id = c.id) d`

const moment = (text: string | null): string | null => text && new Date(text).toISOString()

const companyOf = (row: Row): Company => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  redirectUrl: row.redirect_url,
  version: row.version,
  discounts: row.discounts.map((each: CompanyDiscount) => ({
    ...each,
    validFrom: moment(each.validFrom),
    validUntil: moment(each.validUntil),
  })),
  createdAt: row.created_at.toISOString(),
  createdBy: row.made_by,
  endedAt: row.ended_at?.toISOString() ?? null,
  links: { open: row.open, used: row.used, expired: row.expired, takenBack: row.taken_back },
})

export async function findCompanies(sql: Sql, request: PageRequest) {
  const page = await readPage(sql, request, {
    select: (position) => columns(sql, position),
    where: sql`true`,
    order: [
      { by: sql`(c.ended_at is not null)`, type: 'boolean' },
      { by: sql`lower(c.name)`, type: 'text' },
      { by: sql`c.id`, type: 'id' },
    ],
  })
  const [all] = await sql<{ total: number }[]>`select count(*)::int as total from company`
  return { ...mapPage(page, companyOf), total: all?.total ?? 0 }
}

export async function findCompany(sql: Sql, id: string): Promise<Company | undefined> {
  const [row] = await sql`${columns(sql)} where c.id = ${id}`
  return row && companyOf(row)
}

/**
 * Reads the company and locks it until the transaction ends: nobody else changes it, ends it or creates links for it.
 */
export async function lockCompany(tx: Tx, id: string): Promise<Company | undefined> {
  await tx`select 1 from company where id = ${id} for no key update`
  return findCompany(tx, id)
}

type Head = Pick<CompanyInput, 'name' | 'redirectUrl'>

/** The new company's id; undefined when another company has its slug or name. */
export async function insertCompany(tx: Tx, { name, redirectUrl }: Head, slug: string, staffId: string) {
  const [row] = await tx<{ id: string }[]>`
    insert into company (slug, name, redirect_url, created_by) values (${slug}, ${name}, ${redirectUrl}, ${staffId})
    on conflict do nothing returning id`
  return row?.id
}

export async function isNameTaken(sql: Sql, name: string): Promise<boolean> {
  return (await sql`select 1 from company where lower(name) = lower(${name}) and ended_at is null`).length > 0
}

export async function saveCompany(tx: Tx, id: string, { name, redirectUrl }: Head): Promise<void> {
  await tx`update company set name = ${name}, redirect_url = ${redirectUrl}, version = version + 1 where id = ${id}`
}

export async function saveDiscounts(tx: Tx, id: string, discounts: readonly CompanyDiscount[]): Promise<void> {
  await tx`delete from company_product_discount where company_id = ${id}`
  for (const { productId, percentage, validFrom, validUntil } of discounts)
    await tx`
      insert into company_product_discount (company_id, product_id, percentage, valid_from, valid_until)
      values (${id}, ${productId}, ${percentage}, ${validFrom}, ${validUntil})`
}

/** The company pays nothing from now on, and nobody can join it any more. */
export async function saveEnd(tx: Tx, id: string): Promise<void> {
  await tx`update company set ended_at = clock_timestamp(), version = version + 1 where id = ${id}`
  await tx`
    update company_link set revoked_at = clock_timestamp(), first_name = null, last_name = null, email = null
    where company_id = ${id} and joined_at is null and revoked_at is null and expires_at > clock_timestamp()`
}

/** Notifies the apps of everyone who joined the company, so that they read its discounts again. */
export async function notifyEmployees(tx: Tx, id: string): Promise<void> {
  const rows = await tx<{ account: string }[]>`
    select account_id as account from patient where company_id = ${id} and account_id is not null`
  await notifyChanged(
    tx,
    rows.map(({ account }) => `account:${account}`),
  )
}

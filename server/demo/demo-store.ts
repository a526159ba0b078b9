import { insertPromoCode } from '../checkout/promo/desk-promo-store.ts'
import { hashOf } from '../kit/crypto/secrets.ts'
import { errorCode, type Sql, type Tx } from '../kit/db/db.ts'
import type { Demo, FindProduct } from './demo-shape.ts'
import { insertedId } from './people-store.ts'

/**
 * Whether a demo was ever loaded into this database, even if its file is gone since. Demo people have addresses under
 * `.example` (RFC 2606), which no real member of staff can have.
 */
export async function holdsDemo(sql: Sql): Promise<boolean> {
  const rows = await sql`select 1 from staff where lower(email) ~ '\\.example$' limit 1`.catch((error: unknown) => {
    // An empty database has no table, so no demo was loaded.
    if (errorCode(error) === UNDEFINED_TABLE) return []
    throw error
  })
  return rows.length > 0
}

const UNDEFINED_TABLE = '42P01'

const DAY_MS = 86_400_000

/** Inserts a promo code of the demo; its dates count from today. */
export async function insertDemoCode(tx: Tx, demo: Demo['promoCodes'][number], product: FindProduct): Promise<void> {
  const { startedDaysAgo, endsInDays, products, disabled, ...input } = demo
  const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS)
  await insertPromoCode(tx, {
    ...input,
    products: products?.map((slug) => product(slug).id) ?? null,
    validFrom: daysFromNow(-startedDaysAgo).toISOString(),
    validUntil: endsInDays === null ? null : daysFromNow(endsInDays).toISOString(),
    createdBy: null,
    disabledAt: disabled ? new Date() : undefined,
  })
}

/** Inserts a company with its benefits and the links of two employees. */
export async function insertCompany(tx: Tx, company: Demo['companies'][number], product: FindProduct): Promise<void> {
  const { slug, name, redirectUrl, discounts, links } = company
  const id = await insertedId(tx<{ id: string }[]>`
    insert into company (slug, name, redirect_url) values (${slug}, ${name}, ${redirectUrl}) returning id`)
  for (const { product: ofProduct, percentage } of discounts)
    await tx`
      insert into company_product_discount (company_id, product_id, percentage)
      values (${id}, ${product(ofProduct).id}, ${percentage})`
  const set = await insertedId(tx<{ id: string }[]>`
    insert into company_link_set (company_id) values (${id}) returning id`)
  for (const { token, firstName, lastName, email } of links)
    await tx`
      insert into company_link (company_id, set_id, token_hash, expires_at, first_name, last_name, email)
      values (${id}, ${set}, ${hashOf(token)}, clock_timestamp() + interval '1 year', ${firstName}, ${lastName}, ${email})`
}

import { hashOf } from '../kit/crypto/secrets.ts'
import type { Tx } from '../kit/db/db.ts'
import type { Demo, FindProduct } from './demo-shape.ts'
import { insertedId } from './people-store.ts'

/** A company with what it pays for, and links for two of its employees. */
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

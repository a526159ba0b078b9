import type { Product } from '@cuida/core/catalogue/product.ts'
import type { Price } from '@cuida/core/checkout/api.ts'
import { type Discount, priceOf } from '@cuida/core/checkout/price.ts'
import { freeDiscounts } from '../invite/discount-store.ts'
import type { Sql } from '../kit/db.ts'

/** What a product costs this patient now. The server prices every order itself; nothing that a client says counts. */
export async function priceFor(sql: Sql, product: Product, patientId: string | null): Promise<Price> {
  const company = patientId ? await findCompanyDiscount(sql, patientId, product.id) : undefined
  const referrals = patientId ? await findReferrals(sql, patientId) : []
  return priceOf(product, { company, referrals })
}

/** Without a name: who invited whom is nobody's business at the till. */
const findReferrals = async (sql: Sql, patientId: string): Promise<Discount[]> =>
  (await freeDiscounts(sql, patientId)).map(({ percentage }) => ({ name: '', percentage }))

async function findCompanyDiscount(sql: Sql, patientId: string, productId: string): Promise<Discount | undefined> {
  const [row] = await sql<Discount[]>`
    select coalesce(p.company_name, '') as name, d.percentage
    from company_discount d join patient p on p.id = d.patient_id
    where d.patient_id = ${patientId} and d.product_id = ${productId}`
  return row
}

import type { Product } from '@cuida/core/catalogue/product.ts'
import type { Price } from '@cuida/core/checkout/api.ts'
import { type Discount, priceOf } from '@cuida/core/checkout/price.ts'
import type { Sql } from '../kit/db.ts'

/** What a product costs this patient now. The server prices every order itself; nothing that a client says counts. */
export async function priceFor(sql: Sql, product: Product, patientId: string | null): Promise<Price> {
  const company = patientId ? await findCompanyDiscount(sql, patientId, product.id) : undefined
  return priceOf(product, { company })
}

async function findCompanyDiscount(sql: Sql, patientId: string, productId: string): Promise<Discount | undefined> {
  const [row] = await sql<Discount[]>`
    select coalesce(p.company_name, '') as name, d.percentage
    from company_discount d join patient p on p.id = d.patient_id
    where d.patient_id = ${patientId} and d.product_id = ${productId}`
  return row
}

import type { Product } from '@cuida/core/catalogue/product.ts'
import type { Price } from '@cuida/core/checkout/api.ts'
import { type Discount, includedPrice, type Offers, type PromoOffer, priceOf } from '@cuida/core/checkout/price.ts'
import { promoProblem } from '@cuida/core/checkout/promo.ts'
import type { StoredCart } from '../booking/cart-store.ts'
import { freeDiscounts } from '../invite/discount-store.ts'
import type { Sql } from '../kit/db.ts'
import { isCovered } from '../subscription/coverage.ts'
import { findPromoOfCart, type StoredPromo } from './promo-store.ts'

/** What a product costs this patient now. The server prices every order itself; nothing that a client says counts. */
export async function priceFor(
  sql: Sql,
  product: Product,
  patientId: string | null,
  promo?: StoredPromo,
): Promise<Price> {
  if (product.includedInSubscription && patientId && (await isCovered(sql, patientId)))
    return includedPrice(product, promo?.code)
  return priceOf(product, { ...(await offersFor(sql, product, patientId)), promo: promo && offerOf(promo) })
}

/** The same for a cart: with the code that was typed for it. */
export async function priceOfCart(
  sql: Sql,
  product: Product,
  { id: cartId, content: { patientId } }: StoredCart,
  accountId: string | undefined,
): Promise<Price> {
  return priceFor(sql, product, patientId, await findPromoOfCart(sql, { cartId, accountId, productId: product.id }))
}

async function offersFor(sql: Sql, product: Product, patientId: string | null): Promise<Offers> {
  if (!patientId) return {}
  const company = await findCompanyDiscount(sql, patientId, product.id)
  return { company, referrals: await findReferrals(sql, patientId) }
}

const offerOf = (promo: StoredPromo): PromoOffer => ({
  name: promo.code,
  percentage: promo.percentage,
  problem: promoProblem(promo),
})

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

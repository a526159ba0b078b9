import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Price } from '@cuida/core/checkout/order/api.ts'
import { includedPrice, type PromoDiscount, priceOf } from '@cuida/core/checkout/price/price.ts'
import { promoProblem } from '@cuida/core/checkout/promo/promo.ts'
import type { StoredCart } from '../../booking/cart/cart-store.ts'
import type { Sql } from '../../kit/db/db.ts'
import { isCovered } from '../../subscription/coverage.ts'
import type { StoredPromo } from '../promo/promo-store.ts'
import { findApplicable, type StoredDiscounts } from './applicable-store.ts'

/** What a product costs this patient now. The server prices every order itself; nothing that a client says counts. */
export async function priceFor(
  sql: Sql,
  product: Product,
  patientId: string | null,
  { company, referrals, promo }: StoredDiscounts,
): Promise<Price> {
  if (product.includedInSubscription && patientId && (await isCovered(sql, patientId)))
    return includedPrice(product, promo?.code)
  return priceOf(product, { company, referrals, promo: promo && offerOf(promo) })
}

/** The same for a cart, with the code that is on it. */
export async function priceOfCart(
  sql: Sql,
  product: Product,
  cart: PricedCart,
  accountId: string | undefined,
): Promise<Price> {
  return priceFor(sql, product, cart.content.patientId, await discountsFor(sql, product, cart, accountId))
}

type PricedCart = Pick<StoredCart, 'id' | 'content'>

/** What may lower the price of a cart, and how a code stands that was typed for it now. */
export const discountsFor = (
  sql: Sql,
  product: Product,
  { id: cartId, content: { patientId } }: PricedCart,
  accountId: string | undefined,
  typed?: string,
): Promise<StoredDiscounts> => findApplicable(sql, { cartId, accountId, productId: product.id, patientId }, typed)

const offerOf = (promo: StoredPromo): PromoDiscount => ({
  name: promo.code,
  percentage: promo.percentage,
  problem: promoProblem(promo),
})

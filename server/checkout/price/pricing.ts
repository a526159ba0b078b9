import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Price } from '@cuida/core/checkout/order/api.ts'
import { percentageDiscount } from '@cuida/core/checkout/price/discount.ts'
import { includedPrice, priceOf } from '@cuida/core/checkout/price/price.ts'
import { promoProblem } from '@cuida/core/checkout/promo/promo.ts'
import type { Campaign } from '@cuida/core/invite/campaign.ts'
import type { StoredCart } from '../../booking/cart/cart-store.ts'
import type { Sql } from '../../kit/db/db.ts'
import { isCovered } from '../../subscription/coverage-store.ts'
import { promoDiscount } from '../promo/promo-store.ts'
import { findApplicableDiscounts, type StoredDiscounts } from './applicable-discount-store.ts'

type Campaigns = readonly Pick<Campaign, 'id' | 'name'>[]

/**
 * The current price of a product for this patient. The server prices every order itself and trusts no price of a
 * client. `campaigns` name the discounts of referrals.
 */
export async function priceFor(
  sql: Sql,
  product: Product,
  patientId: string | null,
  { company, referrals, promo, accountId }: StoredDiscounts,
  campaigns: Campaigns = [],
): Promise<Price> {
  if (product.includedInSubscription && patientId && (await isCovered(sql, patientId)))
    return includedPrice(product, promo?.code)
  return priceOf(product, {
    company,
    referrals: referrals.map(({ campaignId, ...off }) => {
      const name = campaigns.find(({ id }) => id === campaignId)?.name ?? ''
      return percentageDiscount('REFERRAL', { ...off, name })
    }),
    promo: promo && { ...promoDiscount(promo, accountId), problem: promoProblem(promo) },
  })
}

export async function priceOfCart(
  sql: Sql,
  product: Product,
  cart: PricedCart,
  accountId: string | undefined,
  campaigns?: Campaigns,
): Promise<Price> {
  const discounts = await discountsFor(sql, product, cart, accountId)
  return priceFor(sql, product, cart.content.patientId, discounts, campaigns)
}

type PricedCart = Pick<StoredCart, 'id' | 'content'>

/** The discounts that may apply to a cart, and the status of a code that was entered for it now. */
export const discountsFor = (
  sql: Sql,
  product: Product,
  { id: cartId, content: { patientId } }: PricedCart,
  accountId: string | undefined,
  typed?: string,
): Promise<StoredDiscounts> =>
  findApplicableDiscounts(sql, { cartId, accountId, productId: product.id, patientId }, typed)

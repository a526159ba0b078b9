import { percentageDiscount } from '@cuida/core/checkout/price/discount.ts'
import type { PromoUsability } from '@cuida/core/checkout/promo/promo.ts'
import type { StoredCart } from '../../booking/cart/cart-store.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

export interface StoredPromo extends PromoUsability {
  id: string
  code: string
  campaign: string
  percentage: number
}

/** A guest's discount is anonymous: the account is not known yet. */
export const promoDiscount = (
  { code, campaign: name, percentage: value }: StoredPromo,
  accountId: string | undefined,
) => percentageDiscount(accountId ? 'PROMO_CODE' : 'anonymousPromoCode', { code, name, value })

/** The booking of a promo code: usage limits count per account, and a code may be limited to some products. */
export interface PromoContext {
  /** null: no cart yet. */
  cartId: string | null
  accountId: string | undefined
  productId: string
}

/**
 * The status of the cart's code and of an entered one for this booking, by the database's clock. A redemption by this
 * cart's own order does not count against the limit.
 */
export const selectPromoStatuses = (
  sql: Sql,
  { cartId, accountId, productId }: PromoContext,
  typed: string | undefined,
) => sql`
  select p.id, p.code, p.campaign, p.percentage,
    p.disabled_at is not null as "isDisabled",
    p.valid_from > clock_timestamp() or coalesce(p.valid_until <= clock_timestamp(), false) as "isOutOfDate",
    p.product_ids is null or ${productId} = any(p.product_ids) as "isForProduct",
    own.uses = 0 and coalesce(p.uses >= p.most_uses, false) as "isUsedUp",
    own.uses = 0 and (
      select count(*) from promo_redemption r
      where r.promo_code_id = p.id and r.account_id = ${accountId ?? null} and r.released_at is null
    ) >= p.most_uses_an_account as "isUsedByAccount"
  from promo_code p, lateral (
    select count(*) as uses from promo_redemption r join care_order o on o.id = r.order_id
    where o.cart_id = ${cartId} and o.status <> 'FAILED' and r.promo_code_id = p.id and r.released_at is null) own
  where p.id = (select promo_code_id from cart where id = ${cartId}) or p.code = ${typed ?? null}`

export async function setPromoOfCart(tx: Tx, cartId: string, promoId: string | null): Promise<void> {
  await tx`update cart set promo_code_id = ${promoId}, changed_at = clock_timestamp() where id = ${cartId}`
}

/** Sets the code without a lock; false when the cart has changed since it was read. */
export async function setPromoIfUnchanged(sql: Sql, { id, version }: StoredCart, promoId: string): Promise<boolean> {
  const { count } = await sql`
    update cart set promo_code_id = ${promoId}, changed_at = clock_timestamp()
    where id = ${id} and xmin = ${version}::xid`
  return count === 1
}

/** Locks the cart's promo code until the transaction ends, so that its status cannot change before it is redeemed. */
export async function lockPromoOfCart(tx: Tx, cartId: string): Promise<void> {
  await tx`
    select 1 from promo_code where id = (select promo_code_id from cart where id = ${cartId}) for no key update`
}

/** Redeems the locked code for an order. Database constraints refuse a redemption beyond its limits. */
export async function redeemPromo(tx: Tx, cartId: string, orderId: string, accountId: string): Promise<void> {
  const { count } = await tx`
    insert into promo_redemption (order_id, promo_code_id, account_id, most_uses_an_account, use_of_account)
    select ${orderId}, p.id, ${accountId}, p.most_uses_an_account, (
      select min(use) from generate_series(1, p.most_uses_an_account) use
      where not exists (
        select 1 from promo_redemption r
        where r.promo_code_id = p.id and r.account_id = ${accountId} and r.released_at is null
          and r.use_of_account = use))
    from promo_code p join cart c on c.promo_code_id = p.id
    where c.id = ${cartId}`
  if (count !== 1) throw new Error('a locked promo code could not be redeemed')
}

/** Returns the use of an order that failed or was refunded in full. Does nothing the second time. */
export async function releasePromo(tx: Tx, orderId: string): Promise<void> {
  await tx`
    update promo_redemption set released_at = clock_timestamp() where order_id = ${orderId} and released_at is null`
}

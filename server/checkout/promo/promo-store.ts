import { percentageDiscount } from '@cuida/core/checkout/price/discount.ts'
import type { PromoStanding } from '@cuida/core/checkout/promo/promo.ts'
import type { StoredCart } from '../../booking/cart/cart-store.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

export interface StoredPromo extends PromoStanding {
  id: string
  code: string
  campaign: string
  percentage: number
}

/** Nobody knows yet who a guest is: theirs is anonymous. */
export const promoDiscount = (
  { code, campaign: name, percentage: value }: StoredPromo,
  accountId: string | undefined,
) => percentageDiscount(accountId ? 'PROMO_CODE' : 'anonymousPromoCode', { code, name, value })

/** For which booking: limits count one account's uses, and a code may be for some products only. */
export interface PromoFor {
  cartId: string
  accountId: string | undefined
  productId: string
}

/**
 * How the code on a cart, and another one that was typed, stand for a booking, by the database's clock. The use that
 * this cart's own order has made is no hindrance.
 */
export const standings = (sql: Sql, { cartId, accountId, productId }: PromoFor, typed: string | undefined) => sql`
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

/** The same without a lock, if nobody has written to the cart since it was read. Says whether it was set. */
export async function setPromoIfAsRead(sql: Sql, { id, version }: StoredCart, promoId: string): Promise<boolean> {
  const { count } = await sql`
    update cart set promo_code_id = ${promoId}, changed_at = clock_timestamp()
    where id = ${id} and xmin = ${version}::xid`
  return count === 1
}

/** Nobody else uses this cart's code until the transaction ends: how it stands then still holds when it is used. */
export async function lockPromoOfCart(tx: Tx, cartId: string): Promise<void> {
  await tx`
    select 1 from promo_code where id = (select promo_code_id from cart where id = ${cartId}) for no key update`
}

/** Uses a locked code for an order. The constraints refuse what no longer fits, whoever asks. */
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
  if (count !== 1) throw new Error('a locked code was not there to use')
}

/** An order that failed, or whose money went back in full, has used nothing up. Does nothing the second time. */
export async function releasePromo(tx: Tx, orderId: string): Promise<void> {
  await tx`
    update promo_redemption set released_at = clock_timestamp() where order_id = ${orderId} and released_at is null`
}

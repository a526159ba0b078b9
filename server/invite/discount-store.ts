import type { Sql, Tx } from '../kit/db/db.ts'

export interface ReferralDiscount {
  id: string
  percentage: number
  code: string
  campaignId: string
}

/** A failed, voided or fully refunded order does not use up its discount. */
const isFree = (sql: Sql) => sql`(
  d.earned_at is not null and not exists (
    select 1 from care_order o
    where o.id = d.order_id and o.status <> 'FAILED' and not o.voided
      and not (o.amount > 0 and o.refunded = o.amount)))`

/** Referral discounts `d` that the next order of this patient's family may use. */
export const availableReferralDiscounts = (sql: Sql, patientId: string | null) => sql`
  from referral_discount d
  join patient p on p.id = ${patientId}
  left join patient h on h.id = p.holder_id
  where d.account_id = coalesce(p.account_id, h.account_id) and ${isFree(sql)}`

/** Highest percentage first. */
export async function findReferralDiscounts(sql: Sql, patientId: string): Promise<ReferralDiscount[]> {
  const rows = await sql<ReferralDiscount[]>`
    select d.id, d.percentage, r.slug as code, r.campaign_id as "campaignId"
    from (select d.* ${availableReferralDiscounts(sql, patientId)}) d
    join referral f on f.id = d.referral_id
    join referrer r on r.id = f.referrer_id
    order by d.percentage desc, d.created_at, d.id`
  return [...rows]
}

/** Locks the account's discounts until the transaction ends: nobody else prices with them or uses them. */
export async function lockDiscounts(tx: Tx, accountId: string): Promise<void> {
  await tx`select 1 from referral_discount where account_id = ${accountId} order by id for update`
}

/** Uses one discount for an order. Its row must be locked, so that the price that counted on it still holds. */
export async function redeemReferralDiscount(
  tx: Tx,
  patientId: string,
  percentage: number,
  orderId: string,
): Promise<void> {
  const { count } = await tx`
    update referral_discount set order_id = ${orderId}
    where id = (
      select d.id ${availableReferralDiscounts(tx, patientId)} and d.percentage = ${percentage}
      order by d.created_at, d.id limit 1)`
  if (count !== 1) throw new Error('a locked referral discount is no longer available')
}

/** The first consultation of a referred family is over: the referrer earns their discount. */
export async function earnReferrerDiscount(tx: Tx, accountId: string): Promise<void> {
  await tx`
    update referral_discount set earned_at = clock_timestamp()
    where side = 'referrer' and earned_at is null
      and referral_id = (select id from referral where account_id = ${accountId})`
}

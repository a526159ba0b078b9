import type { CampaignNumbers } from '@cuida/core/checkout/promo/desk-campaign-api.ts'
import type { Sql } from '../../kit/db/db.ts'

export type Counted = Pick<CampaignNumbers, 'id' | 'referrers' | 'joined' | 'given' | 'used' | 'givenAway'>

/** What became of each campaign that anybody has a link of. */
export async function countCampaigns(sql: Sql): Promise<Counted[]> {
  const rows = await sql<Counted[]>`
    with discounts as (
      select r.campaign_id, d.earned_at, o.id as order_id, off.amount
      from referral_discount d
      join referral f on f.id = d.referral_id
      join referrer r on r.id = f.referrer_id
      left join care_order o on o.id = d.order_id and o.status <> 'FAILED' and not o.voided
        and not (o.amount > 0 and o.refunded = o.amount)
      left join lateral (select sum(-(line ->> 'amount')::int) as amount from jsonb_array_elements(o.price -> 'lines') line
        where line ->> 'kind' = 'referral') off on true
    ), given as (
      select campaign_id, count(earned_at)::int as given, count(order_id)::int as used,
        coalesce(sum(amount), 0)::int as away
      from discounts group by campaign_id
    ), came as (
      select r.campaign_id, count(distinct r.id)::int as referrers, count(f.id)::int as joined
      from referrer r left join referral f on f.referrer_id = r.id group by r.campaign_id
    )
    select c.campaign_id as id, c.referrers, c.joined, coalesce(g.given, 0) as given, coalesce(g.used, 0) as used,
      coalesce(g.away, 0) as "givenAway"
    from came c left join given g using (campaign_id) order by c.campaign_id`
  return [...rows]
}

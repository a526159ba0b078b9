import type { CampaignNumbers } from '@cuida/core/checkout/promo/desk-campaign-api.ts'
import type { PromoCode, PromoInput } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import type { Page, PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { Row } from 'postgres'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { mapPage, newestFirst, readPage } from '../../kit/db/read-page.ts'

const columns = (sql: Sql, position = sql``) => sql`
  select ${position} p.*, s.name as created_by_name from promo_code p left join staff s on s.id = p.created_by`

const shownOf = (row: Row): PromoCode => ({
  id: row.id,
  code: row.code,
  percentage: row.percentage,
  campaign: row.campaign,
  validFrom: row.valid_from.toISOString(),
  validUntil: row.valid_until?.toISOString() ?? null,
  mostUses: row.most_uses,
  mostUsesAnAccount: row.most_uses_an_account,
  products: row.product_ids,
  uses: row.uses,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by_name,
  disabledAt: row.disabled_at?.toISOString() ?? null,
})

export async function findPromoCodes(sql: Sql, request: PageRequest): Promise<Page<PromoCode> & { total: number }> {
  const page = await readPage(sql, request, {
    select: (position) => columns(sql, position),
    where: sql`true`,
    order: newestFirst(sql`p.created_at`, sql`p.id`),
  })
  const [all] = await sql<{ total: number }[]>`select count(*)::int as total from promo_code`
  return { ...mapPage(page, shownOf), total: all?.total ?? 0 }
}

export async function findPromoCode(sql: Sql, id: string): Promise<PromoCode | undefined> {
  const [row] = await sql`${columns(sql)} where p.id = ${id}`
  return row && shownOf(row)
}

/** The new code's id; undefined when a code of this name exists. */
export async function insertPromoCode(
  tx: Tx,
  input: PromoInput & { createdBy: string | null; disabledAt?: Date | undefined },
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into promo_code (code, percentage, campaign, valid_from, valid_until, most_uses, most_uses_an_account,
      product_ids, created_by, disabled_at)
    values (${input.code}, ${input.percentage}, ${input.campaign}, coalesce(${input.validFrom}, clock_timestamp()),
      ${input.validUntil}, ${input.mostUses}, ${input.mostUsesAnAccount}, ${input.products}, ${input.createdBy},
      ${input.disabledAt ?? null})
    on conflict (code) do nothing returning id`
  return row?.id
}

/** False when it is disabled already. Existing orders keep their discount. */
export async function disableCode(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx`
    update promo_code set disabled_at = clock_timestamp() where id = ${id} and disabled_at is null`
  return count === 1
}

export type CampaignTotals = Pick<CampaignNumbers, 'id' | 'referrers' | 'joined' | 'given' | 'used' | 'givenAway'>

/** Totals of each referral campaign that has at least one link. */
export async function countCampaigns(sql: Sql): Promise<CampaignTotals[]> {
  const rows = await sql<CampaignTotals[]>`
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

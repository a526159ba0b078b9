import type { Campaign } from '@cuida/core/invite/campaign.ts'
import type { Sql, Tx } from '../kit/db/db.ts'
import { newSlug } from './slug.ts'

export interface Referrer {
  id: string
  accountId: string
  campaignId: string
}

/** The account's link of a campaign, created on first use. Concurrent calls create one. */
export async function ensureReferrerSlug(sql: Sql, accountId: string, campaignId: string): Promise<string> {
  const [row] = await sql<{ slug: string }[]>`
    insert into referrer (account_id, campaign_id, slug) values (${accountId}, ${campaignId}, ${newSlug()})
    on conflict (account_id, campaign_id) do update set campaign_id = excluded.campaign_id
    returning slug`
  if (!row) throw new Error('the insert of a referrer returned no row')
  return row.slug
}

/** The owner of a link, while the account exists and the campaign runs. */
export async function findReferrer(
  sql: Sql,
  slug: string,
  campaigns: readonly Pick<Campaign, 'id'>[],
): Promise<Referrer | undefined> {
  const [row] = await sql<Referrer[]>`
    select r.id, r.account_id as "accountId", r.campaign_id as "campaignId"
    from referrer r join account a on a.id = r.account_id
    where r.slug = ${slug} and a.status = 'active' and r.campaign_id in ${sql(['', ...campaigns.map(({ id }) => id)])}`
  return row
}

/**
 * Records a referral with both discounts: the friend's applies at once, the referrer's later
 * (`earnReferrerDiscount`). False when the account was referred before.
 */
export async function insertReferral(
  tx: Tx,
  { id, accountId: referrerAccountId }: Referrer,
  accountId: string,
  { discount, referrerDiscount }: Pick<Campaign, 'discount' | 'referrerDiscount'>,
): Promise<boolean> {
  const [referral] = await tx<{ id: string }[]>`
    insert into referral (referrer_id, referrer_account_id, account_id)
    values (${id}, ${referrerAccountId}, ${accountId})
    on conflict (account_id) do nothing returning id`
  if (!referral) return false
  await tx`
    insert into referral_discount (referral_id, side, account_id, percentage, earned_at)
    values (${referral.id}, 'referee', ${accountId}, ${discount.value}, clock_timestamp())`
  if (referrerDiscount)
    await tx`
      insert into referral_discount (referral_id, side, account_id, percentage)
      values (${referral.id}, 'referrer', ${referrerAccountId}, ${referrerDiscount.value})`
  return true
}

/** The link by which the account was referred, if any. */
export async function findReferrerSlug(sql: Sql, accountId: string): Promise<string | undefined> {
  const [row] = await sql<{ slug: string }[]>`
    select r.slug from referral f join referrer r on r.id = f.referrer_id where f.account_id = ${accountId}`
  return row?.slug
}

/** Whether the account ever placed an order that did not fail. */
export async function hasOrdered(sql: Sql, accountId: string): Promise<boolean> {
  return (await sql`select 1 from care_order where account_id = ${accountId} and status <> 'FAILED' limit 1`).length > 0
}

import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { Currency, Moment } from '../../kit/shapes.ts'

// Referral campaigns for clinical managers: totals without names. The content defines their terms.

export const CampaignNumbers = v.object({
  id: v.string(),
  /** null: no longer in the content. */
  name: v.nullable(v.string()),
  isRunning: v.boolean(),
  startsAt: v.nullable(Moment),
  endsAt: v.nullable(Moment),
  /** Percent off for the new patient and for the referrer; null for none. */
  refereePercentage: v.nullable(v.number()),
  referrerPercentage: v.nullable(v.number()),
  /** Accounts with a referral link. */
  referrers: v.number(),
  /** Accounts that joined by such a link. */
  joined: v.number(),
  /** `given`: discounts earned. `used`: discounts of current orders, without failed and refunded ones. */
  given: v.number(),
  used: v.number(),
  /** Total discount of those orders, in minor units. */
  givenAway: v.number(),
  currency: Currency,
})
export type CampaignNumbers = v.InferOutput<typeof CampaignNumbers>

/** Campaigns of the content first, then those that exist only in the database. */
export const listDeskCampaigns = call({
  method: 'GET',
  path: '/desk/campaigns',
  list: { boundedBy: 'the campaigns of the content' },
  ...manager,
  reply: v.object({ items: v.array(CampaignNumbers) }),
  refusals: { NOT_ALLOWED: 403 },
})

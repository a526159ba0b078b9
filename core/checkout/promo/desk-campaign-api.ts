import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { Currency, Moment } from '../../kit/shapes.ts'

// Referral campaigns for clinical managers: numbers, and nobody's name. What they promise is written in the content.

export const CampaignNumbers = v.object({
  id: v.string(),
  /** null: the content does not have it any more. */
  name: v.nullable(v.string()),
  isRunning: v.boolean(),
  startsAt: v.nullable(Moment),
  endsAt: v.nullable(Moment),
  /** Percent off for the friend who comes, and for who invited; null: nothing. */
  refereePercentage: v.nullable(v.number()),
  referrerPercentage: v.nullable(v.number()),
  /** People with a link of their own. */
  referrers: v.number(),
  /** People who came by one. */
  joined: v.number(),
  /** Discounts that were earned, and those that an order has now; failed and paid back ones do not count. */
  given: v.number(),
  used: v.number(),
  /** What was taken off those orders, in minor units. */
  givenAway: v.number(),
  currency: Currency,
})
export type CampaignNumbers = v.InferOutput<typeof CampaignNumbers>

/** Those of the content first, then those that only our books know. */
export const listDeskCampaigns = call({
  method: 'GET',
  path: '/desk/campaigns',
  ...manager,
  reply: v.object({ items: v.array(CampaignNumbers) }),
  refusals: { NOT_ALLOWED: 403 },
})

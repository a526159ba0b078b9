import * as v from 'valibot'
import { Media } from '../brand/strapi.ts'
import { call } from '../kit/call.ts'
import { Id, PastedText, Slug, Text } from '../kit/shapes.ts'

const Discount = v.object({ value: v.number(), valueType: v.literal('PERCENTAGE') })
const RATE_LIMITED = { RATE_LIMITED: 429 } as const

/** A campaign whose links are good now (A3.11). */
export const RunningCampaign = v.object({
  id: v.string(),
  name: v.string(),
  /** For the friend, and for who invited them; null: nothing. */
  discount: Discount,
  referrerDiscount: v.nullable(Discount),
  referrerText: v.string(),
  refereeText: v.string(),
  referrerImage: v.nullable(Media),
  linkImage: v.nullable(Media),
  refereeImage: v.nullable(Media),
})
export type RunningCampaign = v.InferOutput<typeof RunningCampaign>

export const listCampaigns = call({
  method: 'GET',
  path: '/campaigns',
  access: 'public',
  query: v.object({ active: v.optional(v.literal('true')) }),
  reply: v.array(RunningCampaign),
})

const CampaignId = Text(1, 60)
export const ReferralSlug = PastedText(1, 80)
/** A7.10: whether a link of this campaign is good. Says nothing of whose it is. */
export const findReferrer = call({
  method: 'GET',
  path: '/campaigns/:campaignId/referrers/:slug',
  access: 'public',
  params: v.object({ campaignId: CampaignId, slug: ReferralSlug }),
  reply: v.object({ slug: v.string() }),
  refusals: { REFERRER_NOT_FOUND: 404, ...RATE_LIMITED },
})

/** My own link: made when I first look, the same ever after. */
export const myReferrer = call({
  method: 'PUT',
  path: '/campaigns/:campaignId/referrers/me',
  access: 'access',
  params: v.object({ campaignId: CampaignId }),
  reply: v.object({ slug: v.string() }),
  refusals: { CAMPAIGN_NOT_FOUND: 404 },
})

/** Somebody who has an account already, but never ordered anything, comes by a friend's link. */
export const acceptReferral = call({
  method: 'POST',
  path: '/referrals',
  access: 'access',
  body: v.object({ referralSlug: ReferralSlug }),
  /** `campaignId`: whose words and picture the friend is shown, while it runs. */
  reply: v.object({ code: v.string(), campaignId: v.string() }),
  refusals: { REFERRER_NOT_FOUND: 404, OWN_LINK: 409, ALREADY_INVITED: 409, NOT_NEW: 409, ...RATE_LIMITED },
})

/** A3.11. `discount` is what the next order takes off; used ones are not listed. */
export const listDiscounts = call({
  method: 'GET',
  path: '/patients/:patientId/discounts',
  access: 'access',
  params: v.object({ patientId: Id }),
  reply: v.array(
    v.object({ code: v.string(), campaign: v.object({ id: v.string(), name: v.string() }), discount: Discount }),
  ),
  refusals: { PATIENT_NOT_FOUND: 404 },
})

const CompanyLink = v.object({ companySlug: Slug, token: PastedText(16, 128) })

/**
 * A3.10. A link that is not good may lead to the company's own page; one that is
 * says whom it was made for, ten times at most (product 4.6).
 */
export const validatePartnerToken = call({
  method: 'POST',
  path: '/b2b/validate-partner-token',
  access: 'public',
  body: CompanyLink,
  reply: v.object({
    isTokenVerified: v.boolean(),
    redirectUrl: v.nullable(v.string()),
    companyName: v.nullable(v.string()),
    firstName: v.nullable(v.string()),
    lastName: v.nullable(v.string()),
    email: v.nullable(v.string()),
  }),
  refusals: RATE_LIMITED,
})

/** Somebody who is signed in confirms that they belong to the company of the link. */
export const joinCompany = call({
  method: 'POST',
  path: '/b2b/join',
  access: 'access',
  body: CompanyLink,
  reply: v.object({ companyName: v.string() }),
  refusals: { LINK_NOT_GOOD: 409, ...RATE_LIMITED },
})

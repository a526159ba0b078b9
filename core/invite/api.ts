import * as v from 'valibot'
import { Media } from '../brand/strapi.ts'
import { call } from '../kit/call.ts'
import { Id, PastedText, Slug, Text } from '../kit/shapes.ts'

const Discount = v.object({ value: v.number(), valueType: v.literal('PERCENTAGE') })
const RATE_LIMITED = { RATE_LIMITED: 429 } as const

/** A campaign whose links are valid now (A3.11). */
export const RunningCampaign = v.object({
  id: v.string(),
  name: v.string(),
  /** For the new patient, and for the referrer; null: none. */
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
  list: { boundedBy: 'the campaigns of the content' },
  access: 'public',
  query: v.object({ active: v.optional(v.literal('true')) }),
  reply: v.array(RunningCampaign),
})

const CampaignId = Text(1, 60)
export const ReferralSlug = PastedText(1, 80)
/** A7.10: whether a link of this campaign is valid. The reply does not identify the referrer. */
export const findReferrer = call({
  method: 'GET',
  path: '/campaigns/:campaignId/referrers/:slug',
  access: 'public',
  params: v.object({ campaignId: CampaignId, slug: ReferralSlug }),
  reply: v.object({ slug: v.string() }),
  refusals: { REFERRER_NOT_FOUND: 404, ...RATE_LIMITED },
})

/** The caller's own link: created on the first request, and the same afterwards. */
export const myReferrer = call({
  method: 'PUT',
  path: '/campaigns/:campaignId/referrers/me',
  access: 'access',
  params: v.object({ campaignId: CampaignId }),
  reply: v.object({ slug: v.string() }),
  refusals: { CAMPAIGN_NOT_FOUND: 404 },
})

/** An account without any order accepts a friend's link. */
export const acceptReferral = call({
  method: 'POST',
  path: '/referrals',
  repeat: 'replay',
  access: 'access',
  body: v.object({ referralSlug: ReferralSlug }),
  /** `campaignId`: the campaign whose text and picture are shown while it runs. */
  reply: v.object({ code: v.string(), campaignId: v.string() }),
  refusals: { REFERRER_NOT_FOUND: 404, OWN_LINK: 409, ALREADY_INVITED: 409, NOT_NEW: 409, ...RATE_LIMITED },
})

/** A3.11: `discount` applies to the next order; used ones are not listed. */
export const listDiscounts = call({
  method: 'GET',
  path: '/patients/:patientId/discounts',
  list: { boundedBy: 'the open discounts of one patient' },
  access: 'access',
  params: v.object({ patientId: Id }),
  reply: v.array(
    v.object({ code: v.string(), campaign: v.object({ id: v.string(), name: v.string() }), discount: Discount }),
  ),
  refusals: { PATIENT_NOT_FOUND: 404 },
})

const CompanyLink = v.object({ companySlug: Slug, token: PastedText(16, 128) })

/**
 * A3.10. For an invalid link the reply may have the company's own page; for a valid one the person for whom it was
 * made, in at most ten replies (product 4.6).
 */
export const validatePartnerToken = call({
  method: 'POST',
  path: '/b2b/validate-partner-token',
  repeat: 'safe',
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

/** A signed-in patient confirms that they work for the company of the link. */
export const joinCompany = call({
  method: 'POST',
  path: '/b2b/join',
  repeat: 'replay',
  access: 'access',
  body: CompanyLink,
  reply: v.object({ companyName: v.string() }),
  refusals: { LINK_NOT_GOOD: 409, ...RATE_LIMITED },
})

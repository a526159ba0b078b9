import { getPrice } from '@cuida/core/checkout/order/api.ts'
import {
  acceptReferral,
  findReferrer,
  joinCompany,
  listDiscounts,
  myReferrer,
  validatePartnerToken,
} from '@cuida/core/invite/api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import { api } from '../kit/api.ts'
import { useMutation } from '../kit/mutations.ts'
import { useQuery } from '../kit/queries.ts'
import { linkTo } from '../platform/platform.ts'
import { pathOf } from '../routes.ts'
import { runningCampaigns } from './campaigns.ts'

const CAMPAIGNS = { method: 'GET', path: '/api/campaigns' }
const COMPANY_LINK = { method: 'HERE', path: '/company-link' }

/** Fetched once: the reply does not change while the screen is open. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false, refetchOnWindowFocus: false } as const

/** The campaign of a referral link, for a guest; null: the link is invalid. */
export const useReferredTo = (slug: string, enabled: boolean) =>
  useCombinedQuery(findReferrer, slug, () => campaignOf(slug), { ...ONCE, enabled })

async function campaignOf(slug: string): Promise<string | null> {
  for (const { id: campaignId } of await runningCampaigns()) {
    const found = await api(findReferrer, { campaignId, slug }).catch(notThere)
    if (found) return campaignId
  }
  return null
}

/** The link does not exist or is malformed. Other failures say nothing about the link. */
function notThere(error: unknown): undefined {
  if (error instanceof CallFailed && (error.status === 404 || error.status === 400)) return undefined
  throw error
}

/** Redeems the link for the signed-in person; idempotent. */
export const useAcceptedReferral = (referralSlug: string, enabled: boolean) =>
  useQuery(acceptReferral, { referralSlug }, { ...ONCE, enabled })

export const useCampaigns = () => useCombinedQuery(CAMPAIGNS, currentLocale(), runningCampaigns)

export const useMyLink = (campaignId: string) =>
  useQuery(
    myReferrer,
    { campaignId },
    { staleTime: Number.POSITIVE_INFINITY, select: ({ slug }) => linkTo(pathOf('referral', { slug })) },
  )

export const useDiscounts = (patientId: string | undefined) =>
  useQuery(listDiscounts, { patientId: patientId ?? '' }, { enabled: patientId !== undefined })

export const useValidatedLink = (link: { companySlug: string; token: string } | undefined) =>
  useCombinedQuery(COMPANY_LINK, link, async () => (link ? api(validatePartnerToken, link) : null), ONCE)

export const useJoinCompany = () => useMutation(joinCompany, { staleWhenDone: [me, getPrice] })

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

/** Asked once: an answer to a link does not change while somebody looks at it. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false, refetchOnWindowFocus: false } as const

/** Which campaign a friend's link is of, for somebody without a session; null: it is not good. */
export const useReferredTo = (slug: string, enabled: boolean) =>
  useCombinedQuery(findReferrer, slug, () => campaignOf(slug), { ...ONCE, enabled })

async function campaignOf(slug: string): Promise<string | null> {
  for (const { id: campaignId } of await runningCampaigns()) {
    const found = await api(findReferrer, { campaignId, slug }).catch(notThere)
    if (found) return campaignId
  }
  return null
}

/** No such link, or nothing that could be one. Whatever else went wrong says nothing about the link. */
function notThere(error: unknown): undefined {
  if (error instanceof CallFailed && (error.status === 404 || error.status === 400)) return undefined
  throw error
}

/** The link counts for the person who is signed in: asking again is told the same. */
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

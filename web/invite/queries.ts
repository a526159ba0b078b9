import {
  acceptReferral,
  findReferrer,
  joinCompany,
  listCampaigns,
  listDiscounts,
  myReferrer,
  validatePartnerToken,
} from '@cuida/core/invite/api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { currentLocale } from '@cuida/ui/words/words.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { linkTo } from '../platform/platform.ts'
import { pathOf } from '../routes.ts'

/** Asked once: an answer to a link does not change while somebody looks at it. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false, refetchOnWindowFocus: false } as const

/** Whether a friend's link is good, for somebody without a session. */
export const useReferrer = (slug: string, enabled: boolean) =>
  useQuery({ ...ONCE, queryKey: ['referrer', slug], queryFn: () => isGood(slug), enabled })

async function isGood(referral: string): Promise<boolean> {
  for (const { id: campaignId } of await api(listCampaigns, { active: 'true' })) {
    const found = await api(findReferrer, { campaignId, slug: referral }).catch(notThere)
    if (found) return true
  }
  return false
}

/** No such link, or nothing that could be one. Whatever else went wrong says nothing about the link. */
function notThere(error: unknown): undefined {
  if (error instanceof CallFailed && (error.status === 404 || error.status === 400)) return undefined
  throw error
}

/** The link counts for the person who is signed in: asking again is told the same. */
export const useAcceptedReferral = (referralSlug: string, enabled: boolean) =>
  useQuery({
    ...ONCE,
    queryKey: ['referral', referralSlug],
    queryFn: () => api(acceptReferral, { referralSlug }),
    enabled,
  })

export const useCampaign = () =>
  useQuery({
    queryKey: ['campaigns', currentLocale()],
    queryFn: async () => (await api(listCampaigns, { active: 'true' }))[0] ?? null,
  })

export const useMyLink = (campaignId: string) =>
  useQuery({
    queryKey: ['my-referrer', campaignId],
    queryFn: async () => linkTo(pathOf('referral', { slug: (await api(myReferrer, { campaignId })).slug })),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useDiscounts = (patientId: string | undefined) =>
  useQuery({
    queryKey: ['discounts', patientId],
    queryFn: () => api(listDiscounts, { patientId: patientId ?? '' }),
    enabled: patientId !== undefined,
  })

export const useValidatedLink = (link: { companySlug: string; token: string } | undefined) =>
  useQuery({
    ...ONCE,
    queryKey: ['company-link', link],
    queryFn: () => (link ? api(validatePartnerToken, link) : null),
  })

export function useJoinCompany() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (link: { companySlug: string; token: string }) => api(joinCompany, link),
    onSuccess: () => Promise.all([['me'], ['price']].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  })
}

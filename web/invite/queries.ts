import {
  acceptReferral,
  findReferrer,
  joinCompany,
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
import { runningCampaigns } from './campaigns.ts'

/** Asked once: an answer to a link does not change while somebody looks at it. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false, refetchOnWindowFocus: false } as const

/** Which campaign a friend's link is of, for somebody without a session; null: it is not good. */
export const useReferredTo = (slug: string, enabled: boolean) =>
  useQuery({ ...ONCE, queryKey: ['referrer', slug], queryFn: () => campaignOf(slug), enabled })

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
  useQuery({
    ...ONCE,
    queryKey: ['referral', referralSlug],
    queryFn: () => api(acceptReferral, { referralSlug }),
    enabled,
  })

export const useCampaigns = () => useQuery({ queryKey: ['campaigns', currentLocale()], queryFn: runningCampaigns })

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

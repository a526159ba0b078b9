import { me } from '@cuida/core/profile/account/api.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import {
  getPlanTerms,
  getSubscription,
  giveSubscriptionCard,
  type Subscription,
  subscribe,
  unsubscribe,
} from '@cuida/core/subscription/api.ts'
import type { PlanTerms } from '@cuida/core/subscription/plan-terms.ts'
import { combinedKey } from '@cuida/ui/client/queries/query-key.ts'
import { setQueryReply } from '@cuida/ui/client/queries/set-query-reply.ts'
import { useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { useLocale } from '@cuida/ui/i18n/messages.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../kit/api.ts'
import { useChangeEvents } from '../kit/content/change-events.ts'
import { useMutation } from '../kit/mutations.ts'
import { useQuery } from '../kit/queries.ts'
import { pollAfterMs } from './subscription-phase.ts'

const SUBSCRIPTION = [getSubscription]

/** The plan's current offer for this person; null without a plan. */
export const usePlanTerms = (profile: Profile | undefined) =>
  useQuery(
    getPlanTerms,
    {},
    {
      per: { locale: useLocale(), id: profile?.id, status: profile?.subscription?.status },
      select: ({ offer }) => offer,
      endsUnseen: true,
    },
  )

/** The newest subscription, polled until it is decided; updates the profile as well. */
export function useSubscription(profile: Profile | undefined, isAsking: boolean) {
  const id = profile?.subscription?.id
  const queries = useQueryClient()
  useChangeEvents(SUBSCRIPTION)
  const fetchSubscription = async ({ signal }: { signal: AbortSignal }) => {
    const input = { patientId: profile?.id ?? '', subscriptionId: id ?? '' }
    return (await api(getSubscription, input, { signal })).subscription
  }
  const query = useCombinedQuery(getSubscription, id, fetchSubscription, {
    every: ({ state }) => pollAfterMs(state.data ?? undefined, state.status === 'error', isAsking),
    enabled: id !== undefined,
    refetchOnReconnect: true,
    retry: false,
  })
  const status = query.data?.status
  const known = profile?.subscription?.status
  useEffect(() => {
    if (status && status !== known) keepInProfile(queries, id ?? '', status)
  }, [queries, status, known, id])
  return query
}

export function useSubscribe(profile: Profile | undefined, offer: PlanTerms | null | undefined) {
  const queries = useQueryClient()
  const begin = async ({ newCard }: { newCard?: boolean }) => {
    const shownOffer = offer ? { planId: offer.planId, shown: offer.terms } : {}
    return (await api(subscribe, { patientId: profile?.id ?? '', ...shownOffer, ...(newCard ? { newCard } : {}) }))
      .subscription
  }
  // Another tab was faster, or the plan changed: the offer is fetched again.
  return useMutation(begin, {
    onDone: (subscription) => cacheSubscription(queries, subscription),
    staleWhenRefused: [getPlanTerms],
  })
}

export function useUnsubscribe(profile: Profile | undefined) {
  const queries = useQueryClient()
  const end = async (subscriptionId: string) =>
    (await api(unsubscribe, { patientId: profile?.id ?? '', subscriptionId })).subscription
  return useMutation(end, {
    onDone: (subscription) => cacheSubscription(queries, subscription),
    staleWhenRefused: SUBSCRIPTION,
  })
}

/** Gives the card typed in our form. Another tab may have given one first. */
export function useGiveSubscriptionCard(profile: Profile | undefined) {
  const queries = useQueryClient()
  const give = async (card: { subscriptionId: string; cardToken: string }) =>
    (await api(giveSubscriptionCard, { patientId: profile?.id ?? '', ...card })).subscription
  return useMutation(give, {
    onDone: (subscription) => cacheSubscription(queries, subscription),
    staleWhenRefused: SUBSCRIPTION,
  })
}

/** A mutation's reply replaces the cached subscription. */
function cacheSubscription(queries: QueryClient, subscription: Subscription | null): void {
  if (!subscription) return
  queries.setQueryData(combinedKey(getSubscription, subscription.id), subscription)
  keepInProfile(queries, subscription.id, subscription.status)
}

function keepInProfile(queries: QueryClient, id: string, status: string): void {
  setQueryReply(queries, me, {}, (profile) => profile && { ...profile, subscription: { id, status } })
}

import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { getOffer, getSubscription, type Subscription, subscribe, unsubscribe } from '@cuida/core/subscription/api.ts'
import type { Offer } from '@cuida/core/subscription/offer.ts'
import { useLocale } from '@cuida/ui/words/words.ts'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../kit/api.ts'
import { useHints } from '../kit/content/hints.ts'
import { pollAfterMs } from './standing.ts'

/** What this person would be offered now; null where there is nothing to subscribe to. */
export function useOffer(profile: Profile | undefined) {
  return useQuery({
    queryKey: ['subscription-offer', useLocale(), profile?.id, profile?.subscription?.status],
    queryFn: async ({ signal }) => (await api(getOffer, {}, { signal })).offer,
  })
}

/** The newest one, until it is decided; the profile hears what the header goes by. */
export function useSubscription(profile: Profile | undefined, isAsking: boolean) {
  const id = profile?.subscription?.id
  const queries = useQueryClient()
  useHints('subscription', id ?? '')
  const query = useQuery({
    queryKey: ['subscription', id],
    queryFn: async ({ signal }) => {
      const asked = { patientId: profile?.id ?? '', subscriptionId: id ?? '' }
      return (await api(getSubscription, asked, { signal })).subscription
    },
    enabled: id !== undefined,
    refetchInterval: ({ state }) => pollAfterMs(state.data ?? undefined, state.status === 'error', isAsking),
    refetchOnReconnect: true,
    retry: false,
  })
  const told = query.data?.status
  const known = profile?.subscription?.status
  useEffect(() => {
    if (told && told !== known) keepInProfile(queries, id ?? '', told)
  }, [queries, told, known, id])
  return query
}

export function useSubscribe(profile: Profile | undefined, offer: Offer | null | undefined) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ newCard }: { newCard?: boolean }) => {
      const shown = offer ? { planId: offer.planId, shown: offer.terms } : {}
      return (await api(subscribe, { patientId: profile?.id ?? '', ...shown, ...(newCard ? { newCard } : {}) }))
        .subscription
    },
    onSuccess: (subscription) => keep(queries, subscription),
    // Somebody else's tab was quicker, or the plan has changed: what is shown is asked for again.
    onError: () => queries.invalidateQueries({ queryKey: ['subscription-offer'] }),
  })
}

export function useUnsubscribe(profile: Profile | undefined) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (subscriptionId: string) =>
      (await api(unsubscribe, { patientId: profile?.id ?? '', subscriptionId })).subscription,
    onSuccess: (subscription) => keep(queries, subscription),
    onError: () => queries.invalidateQueries({ queryKey: ['subscription'] }),
  })
}

/** The answer of a change is the newest word. */
function keep(queries: QueryClient, subscription: Subscription | null): void {
  if (!subscription) return
  queries.setQueryData(['subscription', subscription.id], subscription)
  keepInProfile(queries, subscription.id, subscription.status)
}

function keepInProfile(queries: QueryClient, id: string, status: string): void {
  queries.setQueryData<Profile>(['me'], (profile) => profile && { ...profile, subscription: { id, status } })
}

import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { Subscription } from '@cuida/core/subscription/api.ts'
import type { PlanTerms } from '@cuida/core/subscription/plan-terms.ts'
import { useCallback, useState } from 'react'
import { useCardPage } from './card-page.ts'
import { useSubscribe, useSubscription } from './queries.ts'
import { type Phase, phaseOf } from './subscription-phase.ts'

export interface SubscriptionState {
  subscription: Subscription | undefined
  phase: Phase
  isLoading: boolean
  /** Polling failed and has stopped. */
  failure: unknown
  retry: () => void
  /** A card page is being requested. */
  isAsking: boolean
  /** Subscribes, resumes, or requests a card page, and goes there. */
  requestSubscription: (options?: { newCard?: boolean }) => void
  askFailure: unknown
}

/** Status of the person's subscription, and the redirect to the card page. */
export function useSubscriptionState(
  profile: Profile | undefined,
  offer: PlanTerms | null | undefined,
): SubscriptionState {
  const [isAsking, setAsking] = useState(false)
  const query = useSubscription(profile, isAsking)
  const subscribe = useSubscribe(profile, offer)
  const subscription = query.data ?? undefined
  const { wasThere } = useCardPage(
    subscription?.activationUrl,
    isAsking && !subscribe.isPending,
    useCallback(() => setAsking(false), []),
  )
  function requestSubscription(options: { newCard?: boolean } = {}): void {
    setAsking(true)
    subscribe.mutate(options, { onError: () => setAsking(false), onSuccess: (now) => setAsking(needsCard(now)) })
  }
  return {
    subscription,
    phase: phaseOf(subscription, { wasThere, isAsking }),
    isLoading: query.isLoading,
    failure: query.error,
    retry: () => void query.refetch(),
    isAsking,
    requestSubscription,
    askFailure: subscribe.error,
  }

  /** Resuming a cancelled subscription needs no card. */
  function needsCard(now: Subscription | null): boolean {
    return (
      now?.status === 'PENDING' ||
      now?.status === 'PAST_DUE' ||
      now?.cancelAtPeriodEnd === subscription?.cancelAtPeriodEnd
    )
  }
}

import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { Subscription } from '@cuida/core/subscription/api.ts'
import type { PlanTerms } from '@cuida/core/subscription/plan-terms.ts'
import { useCallback, useState } from 'react'
import { useCardPage } from './card-page.ts'
import { useSubscribe, useSubscription } from './queries.ts'
import { type Phase, phaseOf } from './standing.ts'

export interface Standing {
  subscription: Subscription | undefined
  phase: Phase
  isLoading: boolean
  /** Asking how it stands failed: the asking has stopped. */
  failure: unknown
  retry: () => void
  /** A page for a card is being asked for here. */
  isAsking: boolean
  /** Begins, goes on, or asks for a page for another card; and goes to that page. */
  ask: (wanted?: { newCard?: boolean }) => void
  askFailure: unknown
}

/** How the person's subscription stands, and the way to the page where a card is given. */
export function useStanding(profile: Profile | undefined, offer: PlanTerms | null | undefined): Standing {
  const [isAsking, setAsking] = useState(false)
  const query = useSubscription(profile, isAsking)
  const subscribe = useSubscribe(profile, offer)
  const subscription = query.data ?? undefined
  const { wasThere } = useCardPage(
    subscription?.activationUrl,
    isAsking && !subscribe.isPending,
    useCallback(() => setAsking(false), []),
  )
  function ask(wanted: { newCard?: boolean } = {}): void {
    setAsking(true)
    subscribe.mutate(wanted, { onError: () => setAsking(false), onSuccess: (now) => setAsking(needsCard(now)) })
  }
  return {
    subscription,
    phase: phaseOf(subscription, { wasThere, isAsking }),
    isLoading: query.isLoading,
    failure: query.error,
    retry: () => void query.refetch(),
    isAsking,
    ask,
    askFailure: subscribe.error,
  }

  /** Going on with one that was given up needs none. */
  function needsCard(now: Subscription | null): boolean {
    return (
      now?.status === 'PENDING' ||
      now?.status === 'PAST_DUE' ||
      now?.cancelAtPeriodEnd === subscription?.cancelAtPeriodEnd
    )
  }
}

import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { useEffect, useState } from 'react'
import { useSubscription } from '../../subscription/queries.ts'

/** Longer than the worker usually takes to ask the provider, which our polls cause. */
const CHECK_MS = 12_000

/**
 * What the subscription tells about a card whose answer was lost. `missing`: its form was still open at the end of the
 * check. `unknown`: the subscription could not be read.
 */
export type CardArrival = 'checking' | 'arrived' | 'missing' | 'unknown'

/** The subscription of a card form. After a lost answer it is polled until it shows that the card was taken. */
export function useCardArrival(profile: Profile | undefined) {
  const [step, setStep] = useState<'none' | 'checking' | 'checked'>('none')
  const query = useSubscription(profile, step === 'checking')
  useEffect(() => {
    if (step !== 'checking') return
    const timer = setTimeout(() => setStep('checked'), CHECK_MS)
    return () => clearTimeout(timer)
  }, [step])
  return {
    query,
    arrival: step === 'none' ? undefined : arrivalOf(query, step === 'checking'),
    check: () => {
      setStep('checking')
      void query.refetch()
    },
    forget: () => setStep('none'),
  }
}

type Query = Pick<ReturnType<typeof useSubscription>, 'data' | 'isError'>

function arrivalOf({ data, isError }: Query, isChecking: boolean): CardArrival {
  if (data?.activationUrl === null) return 'arrived'
  if (isError) return 'unknown'
  return isChecking ? 'checking' : 'missing'
}

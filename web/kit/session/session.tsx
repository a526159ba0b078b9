import { logout, type SignedIn } from '@cuida/core/access/session/session-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { useIsOnline } from '@cuida/ui/client/network.ts'
import { retryUntilLoaded } from '@cuida/ui/client/retry-until-loaded.ts'
import { useState } from 'react'
import type * as v from 'valibot'
import { api, session } from '../api.ts'
import { useQuery } from '../queries.ts'
import { useIsSignedIn } from './signed-in.ts'

/** `starting`: a stored session is being checked with the server. */
export type SessionState =
  | { status: 'starting'; profile: undefined }
  | { status: 'in'; profile: Profile }
  | { status: 'out'; profile: undefined }

const useMe = (enabled: boolean) => useQuery(me, {}, { staleTime: 60_000, every: retryUntilLoaded, enabled })

/** The current session and profile (A4.1). */
export function useSession(): SessionState {
  const isSignedIn = useIsSignedIn()
  const { data } = useMe(isSignedIn)
  if (!isSignedIn) return { status: 'out', profile: undefined }
  return data ? { status: 'in', profile: data } : { status: 'starting', profile: undefined }
}

/** Why the profile could not be loaded, after a few retries, or at once while offline. */
export function useSessionFailure() {
  const isOnline = useIsOnline()
  const isSignedIn = useIsSignedIn()
  const { data, error, failureReason, isFetching, refetch } = useMe(isSignedIn)
  const [last, setLast] = useState<Error | null>(null)
  const isUnknown = isSignedIn && !data
  // A refetch resets the query's error; keeping the last one stops the screen from flickering with every retry.
  const failure = isUnknown ? (error ?? (isOnline ? last : (failureReason ?? last))) : null
  if (failure !== last) setLast(failure)
  return { failure, isAsking: isFetching, onRetry: () => void refetch() }
}

export const signIn = (reply: v.InferOutput<typeof SignedIn>): void => session.signIn(reply)

const TIMEOUT_MS = 2_000
const soon = <T,>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work.catch(() => undefined), new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS))])

/**
 * Clears everything here at once and informs the server, best effort: a shared phone must show nothing. In this
 * order, so that the other tabs receive the sign-out instead of a refusal.
 */
export async function signOut(reason?: 'left' | 'idle'): Promise<void> {
  // After an idle timeout it does not wait: the server ends such a session by itself, too.
  const token = session.token()
  if (reason !== 'idle') await soon(token)
  session.signOut(reason)
  await soon(token.then((known) => known && api(logout, undefined, { token: known })))
}

import { logout, type SignedIn } from '@cuida/core/access/session-api.ts'
import { me } from '@cuida/core/profile/api.ts'
import type { Profile } from '@cuida/core/profile/profile.ts'
import { useQuery } from '@tanstack/react-query'
import type * as v from 'valibot'
import { api, session } from './api.ts'
import { useIsSignedIn } from './signed-in.ts'

/** `starting`: somebody was signed in here, and we are asking whether they still are. */
export type SessionState =
  | { status: 'starting'; profile: undefined }
  | { status: 'in'; profile: Profile }
  | { status: 'out'; profile: undefined }

/** Who is signed in (spec 1 §4 "Session lifecycle"). */
export function useSession(): SessionState {
  const isSignedIn = useIsSignedIn()
  const { data } = useQuery({ queryKey: ['me'], queryFn: () => api(me), enabled: isSignedIn, staleTime: 60_000 })
  if (!isSignedIn) return { status: 'out', profile: undefined }
  return data ? { status: 'in', profile: data } : { status: 'starting', profile: undefined }
}

export const signIn = (reply: v.InferOutput<typeof SignedIn>): void => session.signIn(reply)

const PATIENCE_MS = 2_000
const soon = <T,>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work.catch(() => undefined), new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))])

/**
 * Forgets everything here at once, and tells the server, best effort: a shared phone must show nothing. In this order,
 * because the other tabs should hear that the person left, and not find out by a refusal.
 */
export async function signOut(reason?: 'left' | 'idle'): Promise<void> {
  // When nobody is there, nothing is waited for; the server ends such a session by itself, too.
  const token = session.token()
  if (reason !== 'idle') await soon(token)
  session.signOut(reason)
  await soon(token.then((known) => known && api(logout, undefined, { token: known })))
}

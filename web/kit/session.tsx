import { logout, type SignedIn } from '@cuida/core/access/session-api.ts'
import { me } from '@cuida/core/profile/api.ts'
import type { Profile } from '@cuida/core/profile/profile.ts'
import type { SignedOutReason } from '@cuida/ui/client/tabs.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
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

/** Tells the server, best effort, and forgets everything here at once: a shared phone must show nothing. */
export async function signOut(reason?: 'left' | 'idle'): Promise<void> {
  const told = api(logout).catch(() => {})
  // When nobody is there the screen must be empty at once; the server ends such a session by itself, too.
  if (reason !== 'idle') await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 2_000))])
  session.signOut(reason)
}

/** What must go when a session ends, in whichever tab (spec 1 §4 "Logout"); `forget` is the app's own. */
export function useForgetOnSignOut(forget: (reason: SignedOutReason, elsewhere?: true) => void): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      session.onChange((signedIn, reason = 'expired', elsewhere) => {
        if (signedIn) return
        queries.clear()
        forget(reason, elsewhere)
      }),
    [queries, forget],
  )
}

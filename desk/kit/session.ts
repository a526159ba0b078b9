import { staffLogout, staffMe } from '@cuida/core/access/team/staff-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { forgetAllBut } from '@cuida/ui/client/queries/query-key.ts'
import { retryUntilLoaded } from '@cuida/ui/client/retry-until-loaded.ts'
import type { SignedOutReason } from '@cuida/ui/client/session/tabs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { api, session } from './api.ts'
import { PARTNER_CONFIG_QUERY } from './partner.ts'
import { useQuery } from './queries.ts'

export type Staff = Reply<typeof staffMe>

const subscribe = (onChange: () => void) => session.onChange(onChange)

export const useIsSignedIn = (): boolean => useSyncExternalStore(subscribe, session.isSignedIn)

/** The signed-in staff member. */
export const useStaff = () => useQuery(staffMe, {}, { staleTime: Number.POSITIVE_INFINITY, every: retryUntilLoaded })

/** Whether the user is a clinical manager. Much of the desk is for managers; the server refuses everybody else. */
export const useMayManage = (): boolean => useStaff().data?.role.includes('clinical-manager') ?? false

/** Ends the session on the server, best effort for two seconds, then the local one. */
export async function signOut(): Promise<void> {
  const logout = api(staffLogout).catch(() => {})
  await Promise.race([logout, new Promise((resolve) => setTimeout(resolve, 2_000))])
  session.signOut()
}

/**
 * Clears all patient data from the screen and the cache after a sign-out, and returns its reason for the sign-in
 * screen.
 */
export function useSignedOut(): SignedOutReason | undefined {
  const queries = useQueryClient()
  const [reason, setReason] = useState<SignedOutReason>()
  useEffect(
    () =>
      session.onChange((signedIn, why) => {
        setReason(signedIn ? undefined : why)
        if (!signedIn) forgetAllBut(queries, [PARTNER_CONFIG_QUERY])
      }),
    [queries],
  )
  return reason
}

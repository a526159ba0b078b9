import { staffLogout, staffMe } from '@cuida/core/access/team/staff-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { forgetAllBut } from '@cuida/ui/client/queries/query-key.ts'
import type { SignedOutReason } from '@cuida/ui/client/session/tabs.ts'
import { untilAnswered } from '@cuida/ui/client/until-answered.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { api, session } from './api.ts'
import { PARTNER } from './partner.ts'
import { useQuery } from './queries.ts'

export type Staff = Reply<typeof staffMe>

const subscribe = (onChange: () => void) => session.onChange(onChange)

export const useIsSignedIn = (): boolean => useSyncExternalStore(subscribe, session.isSignedIn)

/** Who works here. */
export const useStaff = () => useQuery(staffMe, {}, { staleTime: Number.POSITIVE_INFINITY, every: untilAnswered })

/** Much of the desk is for clinical managers alone: the server refuses everybody else, who do not see it. */
export const useMayManage = (): boolean => useStaff().data?.role.includes('clinical-manager') ?? false

/** Tells the server, best effort, and forgets everything here at once. */
export async function signOut(): Promise<void> {
  const told = api(staffLogout).catch(() => {})
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 2_000))])
  session.signOut()
}

/** Nothing of a patient stays on a screen that nobody is signed in to; and the next person is told why. */
export function useSignedOut(): SignedOutReason | undefined {
  const queries = useQueryClient()
  const [reason, setReason] = useState<SignedOutReason>()
  useEffect(
    () =>
      session.onChange((signedIn, why) => {
        setReason(signedIn ? undefined : why)
        if (!signedIn) forgetAllBut(queries, [PARTNER])
      }),
    [queries],
  )
  return reason
}

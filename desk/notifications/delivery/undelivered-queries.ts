import { POLL } from '@cuida/core/kit/polling.ts'
import { listUndelivered, resolveUndelivered } from '@cuida/core/notifications/delivery/undelivered-api.ts'
import { api } from '../../kit/api.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'
import { useMayManage } from '../../kit/session.ts'

/** Whom nobody could tell, for who may see it: the longest first, as many as a day of calls. */
export function useUndelivered() {
  const enabled = useMayManage()
  return useQuery(
    listUndelivered,
    { state: 'open', pageSize: '100' },
    { enabled, every: POLL.every15s, inBackground: true },
  )
}

/** How many wait: a number in the sidebar. */
export const useOpenUndeliveredCount = (): number => useUndelivered().data?.items.length ?? 0

/** Refused or not: what is true now is shown. */
export const useResolveUndelivered = (id: string) =>
  useMutation((reason: string) => api(resolveUndelivered, { id, reason: reason.trim() }), { stale: [listUndelivered] })

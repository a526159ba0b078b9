import { POLL } from '@cuida/core/kit/polling.ts'
import { listUntold, resolveUntold } from '@cuida/core/news/delivery/untold-api.ts'
import { api } from '../../kit/api.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'
import { useMayManage } from '../../kit/session.ts'

/** Whom nobody could tell, for who may see it: the longest first, as many as a day of calls. */
export function useUntold() {
  const enabled = useMayManage()
  return useQuery(listUntold, { state: 'open', pageSize: '100' }, { enabled, every: POLL.every15s, inBackground: true })
}

/** How many wait: a number in the sidebar. */
export const useWaitingUntold = (): number => useUntold().data?.items.length ?? 0

/** Refused or not: what is true now is shown. */
export const useResolveUntold = (id: string) =>
  useMutation((reason: string) => api(resolveUntold, { id, reason: reason.trim() }), { stale: [listUntold] })

import { POLL } from '@cuida/core/kit/polling.ts'
import { listUndelivered, resolveUndelivered } from '@cuida/core/notifications/delivery/undelivered-api.ts'
import { api } from '../../kit/api.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'
import { useMayManage } from '../../kit/session.ts'

/** Undelivered notifications, oldest first, for managers; at most as many as one can phone in a day. */
export function useUndelivered() {
  const enabled = useMayManage()
  return useQuery(
    listUndelivered,
    { state: 'open', pageSize: '100' },
    { enabled, every: POLL.every15s, inBackground: true },
  )
}

/** The number in the sidebar. */
export const useOpenUndeliveredCount = (): number => useUndelivered().data?.items.length ?? 0

/** Refetches after success and after a refusal. */
export const useResolveUndelivered = (id: string) =>
  useMutation((reason: string) => api(resolveUndelivered, { id, reason: reason.trim() }), { stale: [listUndelivered] })

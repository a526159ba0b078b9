import {
  approveApiKey,
  declineApiKey,
  issueApiSecret,
  listApiKeys,
  requestApiKey,
  revokeApiKey,
} from '@cuida/core/access/api-key/api-key-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'
import { useMayManage } from '../../kit/session.ts'

/** The mutation resolves after the refetch, so that the list is current when its success is announced. */
const LIST = { stale: [listApiKeys] }

/** Polled: another manager decides while the page is open. */
export const useApiKeys = (enabled = true) => useQuery(listApiKeys, {}, { every: POLL.every30s, enabled })

/** The number of requests that wait for the decision of this manager. */
export function useWaitingApiKeys(): number {
  const { data } = useApiKeys(useMayManage())
  return data?.items.filter(({ state, isOwn }) => state === 'waiting' && !isOwn).length ?? 0
}

export const useRequestApiKey = () => useMutation(requestApiKey, LIST)
export const useApproveApiKey = (id: string) => useMutation(() => api(approveApiKey, { id }), LIST)
export const useDeclineApiKey = (id: string) =>
  useMutation((reason: string) => api(declineApiKey, { id, reason }), LIST)
export const useIssueApiSecret = (id: string) => useMutation(() => api(issueApiSecret, { id }), LIST)
export const useRevokeApiKey = (id: string) => useMutation((reason: string) => api(revokeApiKey, { id, reason }), LIST)

import {
  approveWebhook,
  declineWebhook,
  endWebhook,
  issueWebhookSecret,
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  repeatFailedWebhookDeliveries,
  repeatWebhookDelivery,
  requestWebhook,
  resumeWebhook,
  verifyWebhook,
} from '@cuida/core/access/webhook/webhook-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useMutation, usePages, useQuery } from '../../kit/queries.ts'
import { useMayManage } from '../../kit/session.ts'
import { needsAttention } from './webhook-state.ts'

/** The mutation resolves after the refetch, so that the list is current when its success is announced. */
const LIST = { stale: [listWebhooks] }
const DELIVERIES = { stale: [listWebhooks, listWebhookDeliveries] }

/** Polled: another manager decides while the page is open, and an endpoint may stop answering. */
export const useWebhooks = (enabled = true) => useQuery(listWebhooks, {}, { every: POLL.every30s, enabled })

/** The number of webhooks that wait for this manager: a decision, or one that was paused because nothing arrived. */
export function useWaitingWebhooks(): number {
  const { data } = useWebhooks(useMayManage())
  return data?.items.filter(needsAttention).length ?? 0
}

export const useDeliveries = (id: string) => usePages(listWebhookDeliveries, { id }, { size: 20, every: POLL.every15s })

export const useRequestWebhook = () => useMutation(requestWebhook, LIST)
export const useApproveWebhook = (id: string) => useMutation(() => api(approveWebhook, { id }), LIST)
export const useDeclineWebhook = (id: string) =>
  useMutation((reason: string) => api(declineWebhook, { id, reason }), LIST)
export const useIssueSecret = (id: string) => useMutation(() => api(issueWebhookSecret, { id }), LIST)
export const useVerifyWebhook = (id: string) => useMutation(() => api(verifyWebhook, { id }), LIST)
export const usePauseWebhook = (id: string) => useMutation(() => api(pauseWebhook, { id }), LIST)
export const useResumeWebhook = (id: string) => useMutation(() => api(resumeWebhook, { id }), DELIVERIES)
export const useEndWebhook = (id: string) =>
  useMutation((reason: string) => api(endWebhook, { id, reason }), DELIVERIES)
export const useRepeatDelivery = (id: string) =>
  useMutation((deliveryId: string) => api(repeatWebhookDelivery, { id, deliveryId }), DELIVERIES)
export const useRepeatFailed = (id: string) => useMutation(() => api(repeatFailedWebhookDeliveries, { id }), DELIVERIES)

import { listMoneyTasks } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import {
  approveChargeRefund,
  type DeskSubscription,
  endChargeRefundRequest,
  findDeskSubscriptions,
  getDeskSubscription,
  listDeskSubscriptions,
  pauseSubscription,
  releaseSubscription,
  requestChargeRefund,
  resumeSubscription,
  retryChargeRefund,
  type SubscriptionFilter,
} from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { api } from '../../kit/api.ts'
import { retryOnce, useMutation, usePages, useQuery } from '../../kit/queries.ts'
import type { DeskMoneyAction } from '../refund/money-action.ts'

export const useSubscriptions = (filter: SubscriptionFilter) =>
  usePages(listDeskSubscriptions, { filter }, { every: POLL.every30s })

/** A mutation, not a query: each search is audited, so the client never repeats one by itself. */
export const useSubscriptionSearch = () => useMutation((query: string) => api(findDeskSubscriptions, { query }))

/** Polled only while the provider's answer is pending. */
export const useDeskSubscription = (id: string) =>
  useQuery(
    getDeskSubscription,
    { id },
    { every: ({ state: { data } }) => (data && isMoving(data) ? POLL.every2s : false), retry: retryOnce },
  )

const isMoving = ({ attention, pendingChange }: DeskSubscription): boolean =>
  attention === 'refunding' || pendingChange === 'pause' || pendingChange === 'resume'

/** Refetches after success and after a refusal. */
export const usePerformSubscriptionAction = (id: string) =>
  useMutation((act: DeskMoneyAction) => perform(id, act), {
    keep: (subscription, keeper) => keeper(getDeskSubscription, { id }, subscription),
    stale: [listDeskSubscriptions, listMoneyTasks, callKey(getDeskSubscription, { id })],
  })

function perform(id: string, act: DeskMoneyAction): Promise<DeskSubscription> {
  switch (act.name) {
    case 'ask':
      return api(requestChargeRefund, { id: act.paymentId ?? '', amount: act.amount, reason: act.reason })
    case 'approve':
      return api(approveChargeRefund, { id: act.requestId })
    case 'end':
      return api(endChargeRefundRequest, { id: act.requestId, reason: act.reason })
    case 'retry':
      return api(retryChargeRefund, { id: act.refundId, reason: act.reason })
    case 'release':
      return api(releaseSubscription, { id, reason: act.reason })
    case 'pause':
      return api(pauseSubscription, { id, reason: act.reason })
    case 'resume':
      return api(resumeSubscription, { id, reason: act.reason })
  }
}

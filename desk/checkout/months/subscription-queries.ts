import {
  approveMonthRefund,
  askMonthRefund,
  type DeskSubscription,
  endMonthRefundRequest,
  findDeskSubscriptions,
  getDeskSubscription,
  listDeskSubscriptions,
  pauseSubscription,
  releaseSubscription,
  resumeSubscription,
  retryMonthRefund,
  type SubscriptionFilter,
} from '@cuida/core/checkout/months/desk-subscription-api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import type { MoneyAct } from '../refund/money-act.ts'

const PAGE = '50'
const keyOf = (id: string) => ['desk-subscription', id]

export function useSubscriptions(filter: SubscriptionFilter) {
  return useInfiniteQuery({
    queryKey: ['desk-subscriptions', filter],
    queryFn: ({ pageParam }) => api(listDeskSubscriptions, { filter, page: String(pageParam), pageSize: PAGE }),
    initialPageParam: 1,
    getNextPageParam: ({ page, more }) => (more ? page + 1 : undefined),
    refetchInterval: 30_000,
  })
}

/** A deed, not a read: each search is recorded, so none is repeated by itself. */
export const useSubscriptionSearch = () =>
  useMutation({ mutationFn: (query: string) => api(findDeskSubscriptions, { query }) })

/** Asked again by itself only while the provider is about to answer. */
export function useDeskSubscription(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => api(getDeskSubscription, { id }),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? 2_000 : false),
    retry: (count, failure) => !(failure instanceof CallFailed && failure.status < 500) && count < 1,
  })
}

const isMoving = ({ attention, wish }: DeskSubscription): boolean =>
  attention === 'refunding' || wish === 'pause' || wish === 'resume'

export function useSubscriptionAct(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (act: MoneyAct) => perform(id, act),
    onSuccess: (subscription) => queries.setQueryData(keyOf(id), subscription),
    // Refused or not: what is true now is shown.
    onSettled: () =>
      Promise.all(
        [['desk-subscriptions'], ['money-tasks'], keyOf(id)].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })
}

function perform(id: string, act: MoneyAct): Promise<DeskSubscription> {
  switch (act.name) {
    case 'ask':
      return api(askMonthRefund, { id: act.paymentId ?? '', amount: act.amount, reason: act.reason })
    case 'approve':
      return api(approveMonthRefund, { id: act.requestId })
    case 'end':
      return api(endMonthRefundRequest, { id: act.requestId, reason: act.reason })
    case 'retry':
      return api(retryMonthRefund, { id: act.refundId, reason: act.reason })
    case 'release':
      return api(releaseSubscription, { id, reason: act.reason })
    case 'pause':
      return api(pauseSubscription, { id, reason: act.reason })
    case 'resume':
      return api(resumeSubscription, { id, reason: act.reason })
  }
}

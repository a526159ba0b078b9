import {
  type DeskOrder,
  findDeskOrders,
  getDeskOrder,
  listDeskOrders,
  type OrderFilter,
} from '@cuida/core/checkout/order/desk-order-api.ts'
import { listMoneyTasks, resolveMoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import {
  approveRefund,
  askRefund,
  endRefundRequest,
  releasePayment,
  retryRefund,
} from '@cuida/core/checkout/refund/desk-refund-api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import type { MoneyAct } from '../refund/money-act.ts'

const PAGE = '50'
const orderKey = (id: string) => ['order', id]

const nextPage = ({ page, more }: { page: number; more: boolean }) => (more ? page + 1 : undefined)

export function useOrders(filter: OrderFilter) {
  return useInfiniteQuery({
    queryKey: ['orders', filter],
    queryFn: ({ pageParam }) => api(listDeskOrders, { filter, page: String(pageParam), pageSize: PAGE }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: 30_000,
  })
}

export function useMoneyTasks(state: 'open' | 'resolved') {
  return useInfiniteQuery({
    queryKey: ['money-tasks', state],
    queryFn: ({ pageParam }) => api(listMoneyTasks, { state, page: String(pageParam), pageSize: PAGE }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: 30_000,
  })
}

/** A deed, not a read: each search is recorded, so none is repeated by itself. */
export const useOrderSearch = () => useMutation({ mutationFn: (query: string) => api(findDeskOrders, { query }) })

/** Asked again by itself only while the provider is about to answer. */
export function useOrder(id: string) {
  return useQuery({
    queryKey: orderKey(id),
    queryFn: () => api(getDeskOrder, { id }),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? 2_000 : false),
    retry: (count, failure) => !(failure instanceof CallFailed && failure.status < 500) && count < 1,
  })
}

const isMoving = ({ status, attention }: DeskOrder): boolean => status === 'PROCESSING' || attention === 'refunding'

/** What a manager does with an order's money. */
export function useMoneyAct(orderId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (act: MoneyAct) => perform(orderId, act),
    onSuccess: (order) => queries.setQueryData(orderKey(orderId), order),
    // Refused or not: what is true now is shown.
    onSettled: () => forget(queries, orderId),
  })
}

function perform(id: string, act: MoneyAct): Promise<DeskOrder> {
  switch (act.name) {
    case 'ask':
      return api(askRefund, { id, amount: act.amount, reason: act.reason })
    case 'approve':
      return api(approveRefund, { id: act.requestId })
    case 'end':
      return api(endRefundRequest, { id: act.requestId, reason: act.reason })
    case 'retry':
      return api(retryRefund, { id: act.refundId, reason: act.reason })
    case 'release':
      return api(releasePayment, { id, reason: act.reason })
    case 'pause':
    case 'resume':
      throw new Error('an order does not rest')
  }
}

export function useResolveTask(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (done: { reason: string; again: boolean }) => api(resolveMoneyTask, { id, ...done }),
    onSettled: () => forget(queries),
  })
}

async function forget(queries: ReturnType<typeof useQueryClient>, orderId?: string): Promise<void> {
  const keys = [['orders'], ['money-tasks'], ...(orderId ? [orderKey(orderId)] : [])]
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}

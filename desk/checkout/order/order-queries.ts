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
  endRefundRequest,
  releasePayment,
  requestRefund,
  retryRefund,
} from '@cuida/core/checkout/refund/desk-refund-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { callKey, type StaleQueries } from '@cuida/ui/client/queries/query-key.ts'
import { api } from '../../kit/api.ts'
import { retryOnce, useMutation, usePages, useQuery } from '../../kit/queries.ts'
import type { DeskMoneyAction } from '../refund/money-action.ts'

/** The lists that are stale after money moved. */
const LISTS: readonly StaleQueries[] = [listDeskOrders, listMoneyTasks]

export const useOrders = (filter: OrderFilter) => usePages(listDeskOrders, { filter }, { every: POLL.every30s })

export const useMoneyTasks = (state: 'open' | 'resolved') =>
  usePages(listMoneyTasks, { state }, { every: POLL.every30s })

/** A mutation, not a query: each search is audited, so the client never repeats one by itself. */
export const useOrderSearch = () => useMutation((query: string) => api(findDeskOrders, { query }))

/** Polled only while the provider's answer is pending. */
export const useOrder = (id: string) =>
  useQuery(
    getDeskOrder,
    { id },
    { every: ({ state: { data } }) => (data && isMoving(data) ? POLL.every2s : false), retry: retryOnce },
  )

const isMoving = ({ status, attention }: DeskOrder): boolean => status === 'PROCESSING' || attention === 'refunding'

/** A manager's action on an order's money. */
export const usePerformMoneyAction = (id: string) =>
  useMutation((act: DeskMoneyAction) => perform(id, act), {
    keep: (order, keeper) => keeper(getDeskOrder, { id }, order),
    stale: [...LISTS, callKey(getDeskOrder, { id })],
  })

function perform(id: string, act: DeskMoneyAction): Promise<DeskOrder> {
  switch (act.name) {
    case 'ask':
      return api(requestRefund, { id, amount: act.amount, reason: act.reason })
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
      throw new Error('only a subscription can be paused or resumed')
  }
}

export const useResolveTask = (id: string) =>
  useMutation((done: { reason: string; again: boolean }) => api(resolveMoneyTask, { id, ...done }), { stale: LISTS })

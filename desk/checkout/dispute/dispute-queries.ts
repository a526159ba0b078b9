import {
  answerDispute,
  type Dispute,
  getDispute,
  listDisputes,
  recordChargeDispute,
  recordDispute,
  recordDisputeOutcome,
} from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { getDeskOrder, listDeskOrders } from '@cuida/core/checkout/order/desk-order-api.ts'
import { getDeskSubscription, listDeskSubscriptions } from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { callKey, type StaleQueries } from '@cuida/ui/client/queries/query-key.ts'
import { api } from '../../kit/api.ts'
import { useMutation, usePages, useQuery } from '../../kit/queries.ts'

export const useDisputes = (state: 'undecided' | 'decided') =>
  usePages(listDisputes, { state }, { every: POLL.every30s })

export const useDispute = (id: string) => useQuery(getDispute, { id })

/** A manager's action on a dispute. */
export type DisputeAction = 'answer' | 'won' | 'lost'

/** Refetches after success and after a refusal. */
export const usePerformDisputeAction = (id: string) =>
  useMutation(
    ({ act, reason }: { act: DisputeAction; reason: string }) =>
      act === 'answer' ? api(answerDispute, { id, reason }) : api(recordDisputeOutcome, { id, outcome: act, reason }),
    { keep: (dispute, keeper) => keeper(getDispute, { id }, dispute), stale: staleBy },
  )

/** What a dispute can be about: the payment of an order, or a subscription charge. */
export type Disputable = { orderId: string } | { chargeId: string }
type Sent = Omit<Input<typeof recordDispute>, 'id'>

export const useRecordDispute = (of: Disputable) =>
  useMutation(
    (reported: Sent) =>
      'orderId' in of
        ? api(recordDispute, { id: of.orderId, ...reported })
        : api(recordChargeDispute, { id: of.chargeId, ...reported }),
    { stale: staleBy },
  )

/** The lists and the detail that the dispute belongs to; all details where that is unknown. */
function staleBy(dispute: Dispute | undefined): readonly StaleQueries[] {
  const lists = [listDisputes, listDeskOrders, listDeskSubscriptions]
  if (!dispute) return [...lists, getDispute]
  const { id, orderId, subscriptionId } = dispute
  const bought = orderId
    ? callKey(getDeskOrder, { id: orderId })
    : callKey(getDeskSubscription, { id: subscriptionId ?? '' })
  return [...lists, bought, callKey(getDispute, { id })]
}

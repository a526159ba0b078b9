import {
  answerDispute,
  type Dispute,
  decideDispute,
  getDispute,
  listDisputes,
  recordDispute,
  recordMonthDispute,
} from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { askedAgain } from '@cuida/ui/client/asked-again.ts'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'

const PAGE = '50'
const keyOf = (id: string) => ['dispute', id]

export function useDisputes(state: 'undecided' | 'decided') {
  return useInfiniteQuery({
    queryKey: ['disputes', state],
    queryFn: ({ pageParam }) => api(listDisputes, { state, page: String(pageParam), pageSize: PAGE }),
    initialPageParam: 1,
    getNextPageParam: ({ page, more }: { page: number; more: boolean }) => (more ? page + 1 : undefined),
    refetchInterval: 30_000,
  })
}

export const useDispute = (id: string) => useQuery({ queryKey: keyOf(id), queryFn: () => api(getDispute, { id }) })

/** What a manager does about a dispute that is known. */
export type DisputeAct = 'answer' | 'won' | 'lost'

export function useDisputeAct(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ act, reason }: { act: DisputeAct; reason: string }) =>
      act === 'answer' ? api(answerDispute, { id, reason }) : api(decideDispute, { id, outcome: act, reason }),
    onSuccess: (dispute) => queries.setQueryData(keyOf(id), dispute),
    // Refused or not: what is true now is shown.
    onSettled: askedAgain((dispute: Dispute | undefined) => forget(queries, dispute)),
  })
}

/** What a letter can be about: an order's payment, or a month's. */
export type Disputable = { orderId: string } | { monthId: string }
type Sent = Omit<Input<typeof recordDispute>, 'id'>

export function useRecordDispute(of: Disputable) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (letter: Sent) =>
      'orderId' in of
        ? api(recordDispute, { id: of.orderId, ...letter })
        : api(recordMonthDispute, { id: of.monthId, ...letter }),
    onSettled: askedAgain((dispute: Dispute | undefined) => forget(queries, dispute)),
  })
}

async function forget(queries: ReturnType<typeof useQueryClient>, dispute: Dispute | undefined): Promise<void> {
  const bought = dispute?.orderId ? ['order', dispute.orderId] : ['desk-subscription', dispute?.subscriptionId]
  const keys = [
    ['disputes'],
    ['orders'],
    ['desk-subscriptions'],
    ...(dispute ? [bought, keyOf(dispute.id)] : [['dispute']]),
  ]
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}

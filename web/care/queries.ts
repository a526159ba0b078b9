import { createCallTicket, declineCall } from '@cuida/core/care/call/api.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import { cancelOrder, rescheduleConsultation } from '@cuida/core/care/move/booking-api.ts'
import { getOrder } from '@cuida/core/checkout/order/api.ts'
import type { Order } from '@cuida/core/checkout/order/order.ts'
import type { Ticket } from '@cuida/ui/call/call.ts'
import { askedAgain } from '@cuida/ui/client/asked-again.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { OFTEN_MS, SELDOM_MS } from '../consultation/queries.ts'
import { api } from '../kit/api.ts'
import { useHints } from '../kit/content/hints.ts'
import type { MoveWish } from './move/move-wish.ts'

/** `onCancelled` is told when the screen shows it already. Asked twice, the server does it once. */
export function useCancel(orderId: string, onCancelled: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => api(cancelOrder, { id: orderId, reason }),
    onSuccess: onCancelled,
    // Refused, too, something is other than the screen says. What it shows then is waited for.
    onSettled: askedAgain(() => askAgain(queries)),
  })
}

/** Both are told before anything is asked again: by then the calendar may have closed the question. */
export function useMove(id: string, told: { onMoved: () => void; onRefused: (error: Error) => void }) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (to: MoveWish) => api(rescheduleConsultation, { id, ...to }),
    onSuccess: told.onMoved,
    onError: told.onRefused,
    onSettled: askedAgain(() => askAgain(queries)),
  })
}

const askAgain = (queries: QueryClient) =>
  Promise.all(
    ['consultations', 'order', 'payments', 'slots', 'same-hour'].map((key) =>
      queries.invalidateQueries({ queryKey: [key] }),
    ),
  )

/** What was paid for a consultation: asked until nothing about it can change by itself any more. */
export function useOrderOf({ orderId }: Pick<Consultation, 'orderId'>): Order | undefined {
  useHints('order')
  const { data } = useQuery({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => api(getOrder, { id: orderId ?? '' }, { signal }),
    enabled: orderId !== null,
    refetchInterval: ({ state }) => (state.data?.refund?.state === 'pending' ? OFTEN_MS : SELDOM_MS),
    // Who paid may be somebody else of the family, and then this is theirs to see.
    retry: false,
  })
  return data
}

export function useDeclineCall(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api(declineCall, { id }),
    onSettled: askedAgain(() => queries.invalidateQueries({ queryKey: ['consultations'] })),
  })
}

/** undefined when the call is over meanwhile; anything else that goes wrong is worth another try. */
export async function buyTicket(id: string, fingerprint: string, signal: AbortSignal): Promise<Ticket | undefined> {
  try {
    return await api(createCallTicket, { id, fingerprint }, { signal })
  } catch (error) {
    if (error instanceof CallFailed && (error.status === 409 || error.status === 404)) return undefined
    throw error
  }
}

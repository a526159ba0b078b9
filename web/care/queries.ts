import { listSlots } from '@cuida/core/booking/cart/api.ts'
import { cancelOrder, rescheduleConsultation, saveSummary } from '@cuida/core/care/booked/booked-api.ts'
import { createCallTicket, declineCall, getConsultation } from '@cuida/core/care/call/api.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import { listGuests } from '@cuida/core/care/guest/guest-api.ts'
import { listPatientTasks } from '@cuida/core/care/patient-tasks/patient-task-api.ts'
import { listSameHour } from '@cuida/core/care/reassignment/late-api.ts'
import { getOrder } from '@cuida/core/checkout/order/api.ts'
import type { Order } from '@cuida/core/checkout/order/order.ts'
import { getPayment, listPayments } from '@cuida/core/checkout/payment/payment-api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { type Ticket, ticketUnlessOver } from '@cuida/ui/call/ticket.ts'
import { api } from '../kit/api.ts'
import { useChangeEvents } from '../kit/content/change-events.ts'
import { useMutation } from '../kit/mutations.ts'
import { useQuery } from '../kit/queries.ts'
import type { RescheduleInput } from './booked/reschedule-input.ts'

/** All queries about consultations. */
export const CONSULTATION_QUERIES = [listConsultations, getConsultation, listGuests]
/**
 * Also queries about bookings and payments. A refusal invalidates them as well, because the screen is out of date;
 * the mutation waits for the refetch.
 */
const OF_BOOKED = [...CONSULTATION_QUERIES, getOrder, listPayments, getPayment, listSlots, listSameHour]
const ORDERS = [getOrder]

/** `onCancelled` runs once the screen shows the cancellation. Repeated requests cancel once. */
export const useCancelOrder = (orderId: string, how: { withoutRefund?: boolean; onCancelled: () => void }) =>
  useMutation((reason: string) => api(cancelOrder, { id: orderId, reason, withoutRefund: how.withoutRefund }), {
    onDone: how.onCancelled,
    stale: OF_BOOKED,
  })

/** Both callbacks run before any refetch: afterwards the calendar may have closed the dialog. */
export const useReschedule = (
  id: string,
  callbacks: { onRescheduled: () => void; onRefused: (error: Error) => void },
) =>
  useMutation((to: RescheduleInput) => api(rescheduleConsultation, { id, ...to }), {
    onDone: callbacks.onRescheduled,
    onRefused: callbacks.onRefused,
    stale: OF_BOOKED,
  })

/** The mutation waits for the refetch, so the screen shows the new text when it ends. */
export const useSaveSummary = (id: string) =>
  useMutation((summary: string) => api(saveSummary, { id, summary }), {
    stale: [...CONSULTATION_QUERIES, listPatientTasks],
  })

/** The order of a consultation: polled until it can no longer change by itself. */
export function useOrderOf({ orderId }: Pick<Consultation, 'orderId'>): Order | undefined {
  useChangeEvents(ORDERS)
  const { data } = useQuery(
    getOrder,
    { id: orderId ?? '' },
    {
      enabled: orderId !== null,
      endsUnseen: true,
      every: ({ state }) => (state.data?.refund?.state === 'pending' ? POLL.every2s : POLL.every15s),
      // The payer may be another family member; then this patient may not read the order.
      retry: false,
    },
  )
  return data
}

export const useDeclineCall = (id: string) =>
  useMutation(() => api(declineCall, { id }), { stale: CONSULTATION_QUERIES })

export const buyTicket = (id: string, fingerprint: string, signal: AbortSignal): Promise<Ticket | undefined> =>
  ticketUnlessOver(api(createCallTicket, { id, fingerprint }, { signal }))

import { createCallTicket, declineCall, getConsultation } from '@cuida/core/care/api.ts'
import { cancelOrder, rescheduleConsultation } from '@cuida/core/care/booking-api.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import type { ConsultationSummary } from '@cuida/core/care/consultation-summary.ts'
import { listConsultations } from '@cuida/core/care/list-api.ts'
import { ConsultationStatus, isPast, pastStatuses } from '@cuida/core/care/status.ts'
import { getOrder } from '@cuida/core/checkout/api.ts'
import type { Order } from '@cuida/core/checkout/order.ts'
import type { Ticket } from '@cuida/ui/call/call.ts'
import { CallFailed, refusedWith } from '@cuida/ui/client/call-failed.ts'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { everyPage, PAGE } from '../kit/every-page.ts'
import { useAskFamily, useFamily } from '../kit/family.ts'
import { useHints } from '../kit/hints.ts'

/** Spec 2 §9: what is to come is asked for every 2 s, the rest every 15 s. An unchanged answer costs the server nothing. */
const OFTEN_MS = 2_000
const SELDOM_MS = 15_000
const UPCOMING = ConsultationStatus.options.filter((status) => !isPast(status))

/** Those of the whole family, merged (spec 2 §6). */
export function useConsultations(which: 'upcoming' | 'past') {
  const family = useFamily()
  const askFamily = useAskFamily()
  useHints('consultations')
  return useQuery({
    queryKey: ['consultations', which, ...family],
    queryFn: () => askFamily((patientId) => listOf(patientId, which === 'past' ? pastStatuses : UPCOMING)),
    enabled: family.length > 0,
    refetchInterval: which === 'past' ? SELDOM_MS : OFTEN_MS,
  })
}

const listOf = (patientId: string, status: readonly ConsultationStatus[]): Promise<ConsultationSummary[]> =>
  everyPage((before) => api(listConsultations, { patientId, status: [...status], pageSize: PAGE, ...before }))

export function useConsultation(id: string) {
  const family = useFamily()
  useHints('consultations')
  return useQuery({
    queryKey: ['consultations', 'one', id],
    queryFn: () => findInFamily(family, id),
    enabled: family.length > 0,
    // What is not there is not asked for again and again.
    refetchInterval: ({ state: { data, error } }) =>
      isNotThere(error) ? false : data && isPast(data.status) ? SELDOM_MS : OFTEN_MS,
  })
}

/** Of no person that the caller acts for: an old address, or somebody else's. */
export const isNotThere = (error: unknown): boolean =>
  refusedWith(getConsultation, error, 'CONSULTATION_NOT_FOUND') ||
  refusedWith(getConsultation, error, 'PATIENT_NOT_FOUND')

/** An address names the consultation only; whose it is, of those I may see, is found by asking. */
async function findInFamily([patientId = '', ...others]: readonly string[], id: string): Promise<Consultation> {
  try {
    return await api(getConsultation, { patientId, id })
  } catch (error) {
    const elsewhere = others.length > 0 && isNotThere(error)
    if (elsewhere) return findInFamily(others, id)
    throw error
  }
}

/** `onCancelled` is told when the screen shows it already. Asked twice, the server does it once. */
export function useCancel(orderId: string, onCancelled: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => api(cancelOrder, { id: orderId, reason }),
    onSuccess: onCancelled,
    // Refused, too, something is other than the screen says. What it shows then is waited for.
    onSettled: () => askAgain(queries),
  })
}

/** Both are told before anything is asked again: by then the calendar may have closed the question. */
export function useMove(id: string, told: { onMoved: () => void; onRefused: (error: Error) => void }) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (to: { clinicianId: string; startTime: string; endTime: string }) =>
      api(rescheduleConsultation, { id, ...to }),
    onSuccess: told.onMoved,
    onError: told.onRefused,
    onSettled: () => askAgain(queries),
  })
}

const askAgain = (queries: QueryClient) =>
  Promise.all(
    ['consultations', 'order', 'payments', 'slots'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
  )

/** What was paid for a consultation: asked until nothing about it can change by itself any more. */
export function useOrderOf({ orderId }: Consultation): Order | undefined {
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
    onSettled: () => queries.invalidateQueries({ queryKey: ['consultations'] }),
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

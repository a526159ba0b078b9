import {
  cancelConsultation,
  closeConsultation,
  createDeskCallTicket,
  type DeskCancelReason,
  getDeskConsultation,
  getQueue,
  recordCall,
  takeConsultation,
} from '@cuida/core/care/queue/desk-api.ts'
import { getOwnDay } from '@cuida/core/care/sharing/day-api.ts'
import type { CallEvent, CallFailure, CloseOutcome } from '@cuida/core/consultation/status/closing.ts'
import type { Ticket } from '@cuida/ui/call/call.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { useHints } from '../kit/hints.ts'

/** Hints make both quicker; an unchanged answer costs the server nothing (304). */
const QUEUE_MS = 5_000
const DETAIL_MS = 2_000
const DAY_MS = 15_000

const DESK = ['desk'] as const
const queueKey = [...DESK, 'queue']
const oneKey = (id: string) => [...DESK, 'one', id]

export function useQueue() {
  useHints(DESK)
  return useQuery({
    queryKey: queueKey,
    queryFn: () => api(getQueue),
    refetchInterval: QUEUE_MS,
    // The count in the title is for tabs that are not looked at.
    refetchIntervalInBackground: true,
  })
}

/** My own hours of today; `useQueue` beside it hears the hints for both. */
export const useOwnDay = () =>
  useQuery({ queryKey: [...DESK, 'day'], queryFn: () => api(getOwnDay), refetchInterval: DAY_MS })

/** One consultation; undefined asks nothing. What is not ours any more is not shown from memory either. */
export function useDeskConsultation(id: string | undefined) {
  const { data, error, refetch } = useQuery({
    queryKey: oneKey(id ?? ''),
    queryFn: () => api(getDeskConsultation, { id: id ?? '' }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isGone(state.error) ? false : DETAIL_MS),
    refetchIntervalInBackground: true,
    retry: (count, failure) => !isGone(failure) && count < 2,
  })
  return { data: isGone(error) ? undefined : data, error, refetch }
}

/** Not ours to see: taken by somebody else, or cancelled. */
export const isGone = (error: unknown): boolean => error instanceof CallFailed && error.status === 404

/** `onSuccess` is told first: by the time everything is asked again, who asked may be off the screen. */
export function useDeed<T>(mutationFn: (input: T) => Promise<unknown>, onSuccess?: () => void) {
  const queries = useQueryClient()
  // Refused or not: what is true now is asked again, and the deed lasts until it is on the screen.
  return useMutation({ mutationFn, onSuccess, onSettled: () => queries.invalidateQueries({ queryKey: DESK }) })
}

export const useTake = () => useDeed((id: string) => api(takeConsultation, { id }))

export const useRecordCall = (id: string) =>
  useDeed((call: { medium: 'video' | 'phone'; event: CallEvent; failure?: CallFailure | undefined }) =>
    api(recordCall, { id, ...call }),
  )

/** `onClosed` is told first: by the time everything is asked again, who asked may be off the screen. */
export const useClose = (id: string, onClosed: () => void) =>
  useDeed((closing: { text: string; outcome: CloseOutcome }) => api(closeConsultation, { id, ...closing }), onClosed)

export const useCancel = (id: string, onCancelled: () => void) =>
  useDeed((reason: DeskCancelReason) => api(cancelConsultation, { id, reason }), onCancelled)

/** undefined when the call is over meanwhile; anything else that goes wrong is worth another try. */
export async function buyTicket(id: string, fingerprint: string, signal: AbortSignal): Promise<Ticket | undefined> {
  try {
    return await api(createDeskCallTicket, { id, fingerprint }, { signal })
  } catch (error) {
    if (error instanceof CallFailed && (error.status === 409 || error.status === 404)) return undefined
    throw error
  }
}

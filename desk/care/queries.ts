import { listFinishedConsultations } from '@cuida/core/care/finished/finished-api.ts'
import { listGuestsAtDesk } from '@cuida/core/care/guest/guest-api.ts'
import { listDeskPrescriptions } from '@cuida/core/care/prescription/prescription-api.ts'
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
import { getRecord, listEditRequests, listEmergencyAccesses } from '@cuida/core/care/record/desk-record-api.ts'
import { getAvailability } from '@cuida/core/care/sharing/availability.ts'
import { getOwnDay } from '@cuida/core/care/sharing/day-api.ts'
import { listTemplates } from '@cuida/core/care/sharing/template-api.ts'
import { getColleagues } from '@cuida/core/care/sharing/transfer-api.ts'
import type { CallEvent, CallFailure, CloseOutcome } from '@cuida/core/consultation/status/closing.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { type Ticket, ticketUnlessOver } from '@cuida/ui/call/ticket.ts'
import { isGone } from '@cuida/ui/client/call-failed.ts'
import type { CallDeclarationKey } from '@cuida/ui/client/queries/query-key.ts'
import { api } from '../kit/api.ts'
import { useChangeEvents } from '../kit/change-events.ts'
import { untilGone, useMutation, useQuery } from '../kit/queries.ts'

/** All care queries of the desk: each change event and each mutation invalidates them together. */
export const CARE_QUERIES: readonly CallDeclarationKey[] = [
  getQueue,
  getOwnDay,
  getDeskConsultation,
  getAvailability,
  getColleagues,
  getRecord,
  listDeskPrescriptions,
  listEditRequests,
  listFinishedConsultations,
  listGuestsAtDesk,
  listEmergencyAccesses,
  listTemplates,
]

/** Polls in the background, because the title shows the count in tabs that are not visible. */
export function useQueue() {
  useChangeEvents(CARE_QUERIES)
  return useQuery(getQueue, {}, { every: POLL.every5s, inBackground: true })
}

/** My appointments of today; change events for it arrive through `useQueue`. */
export const useOwnDay = () => useQuery(getOwnDay, {}, { every: POLL.every15s })

/** One consultation; an undefined id disables the query. */
export function useDeskConsultation(id: string | undefined) {
  const queryOptions = { enabled: id !== undefined, inBackground: true, ...untilGone(POLL.every2s) }
  const read = useQuery(getDeskConsultation, { id: id ?? '' }, queryOptions)
  return isGone(read.error) ? { ...read, data: undefined } : read
}

/** `onDone` runs before the refetch: afterwards the calling component may be unmounted. */
export const useCareMutation = <T = void, R = unknown>(act: (input: T) => Promise<R>, onDone?: () => void) =>
  // Refetches after success and after a refusal; the mutation is pending until then.
  useMutation(act, { stale: CARE_QUERIES, onDone })

export const useTakeConsultation = () => useCareMutation((id: string) => api(takeConsultation, { id }))

export const useRecordCall = (id: string) =>
  useCareMutation((call: { medium: 'video' | 'phone'; event: CallEvent; failure?: CallFailure | undefined }) =>
    api(recordCall, { id, ...call }),
  )

/** `onClosed` runs before the refetch: afterwards the calling component may be unmounted. */
export const useClose = (id: string, onClosed: () => void) =>
  useCareMutation(
    (closing: { text: string; outcome: CloseOutcome }) => api(closeConsultation, { id, ...closing }),
    onClosed,
  )

export const useCancelConsultation = (id: string, onCancelled: () => void) =>
  useCareMutation((reason: DeskCancelReason) => api(cancelConsultation, { id, reason }), onCancelled)

export const buyTicket = (id: string, fingerprint: string, signal: AbortSignal): Promise<Ticket | undefined> =>
  ticketUnlessOver(api(createDeskCallTicket, { id, fingerprint }, { signal }))

import {
  cancelForClinic,
  getOpenConsultations,
  getReassignmentCandidates,
  MAX_REASSIGNED,
  type OpenConsultation,
  offerTimes,
  type ReassignmentReason,
  reassign,
  requeue,
  type SeenConsultation,
  takeOver,
} from '@cuida/core/care/reassignment/reassignment-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useChangeEvents } from '../../kit/change-events.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'
import { useCareMutation } from '../queries.ts'

const OPEN = [getOpenConsultations, getReassignmentCandidates]

/** Change events refetch sooner than the timer, and an unchanged reply (304) costs the server little. */
export function useOpenConsultations() {
  useChangeEvents(OPEN)
  return useQuery(getOpenConsultations, {}, { every: POLL.every10s })
}

/** A colleague's open consultations and appointments, of any day. */
export const useColleagueConsultations = (staffId: string) => useQuery(getOpenConsultations, { staffId })

/** The clinicians who can take over; an undefined id disables the query. */
export const useReassignmentCandidates = (id: string | undefined) =>
  useQuery(getReassignmentCandidates, { id: id ?? '' }, { enabled: id !== undefined })

export const REASSIGNMENT_ACTIONS = ['take-over', 'reassign', 'offer', 'cancel'] as const
export type ReassignmentAction = (typeof REASSIGNMENT_ACTIONS)[number]
export interface ReassignmentInput {
  action: ReassignmentAction
  ids: string[]
  reason: ReassignmentReason
  /** The clinician and start of each appointment at the time of the question. */
  seen?: SeenConsultation[] | undefined
  /** The clinician who takes over, for a reassignment. */
  clinicianId?: string | undefined
}

/** The input of the action; undefined while a value is missing. */
export const reassignmentInput = (
  action: ReassignmentAction,
  consultations: readonly OpenConsultation[],
  { reason, clinicianId }: { reason?: ReassignmentReason | '' | undefined; clinicianId?: string | undefined },
): ReassignmentInput | undefined =>
  reason && (clinicianId || action !== 'reassign')
    ? {
        action,
        ids: consultations.map(({ id }) => id),
        reason,
        seen: seenOf(action, consultations),
        clinicianId: clinicianId || undefined,
      }
    : undefined

/**
 * An appointment that its patient rescheduled while the dialog was open is not the one that the manager decided
 * about.
 */
const seenOf = (
  action: ReassignmentAction,
  consultations: readonly OpenConsultation[],
): SeenConsultation[] | undefined => {
  const booked = consultations.filter(({ status, startTime }) => status === 'QUEUED' && startTime !== null)
  if (action === 'take-over' || booked.length === 0) return undefined
  return booked.map(({ id, clinician, startTime }) => ({ id, clinicianId: clinician?.id ?? null, startTime }))
}

/** The result for each consultation; undefined when nothing was requested. */
export type ReassignmentResults = Awaited<ReturnType<typeof applyReassignment>> | undefined

export const useReassignmentAction = () => useMutation(applyReassignment, { stale: 'everything' })

/** Sent in batches: a colleague may have more appointments than one call accepts. */
export async function applyReassignment(input: ReassignmentInput) {
  const results = []
  for (let at = 0; at < input.ids.length; at += MAX_REASSIGNED) {
    const ids = input.ids.slice(at, at + MAX_REASSIGNED)
    const part = await reassignBatch({ ...input, ids, seen: input.seen?.filter(({ id }) => ids.includes(id)) })
    results.push(...part.results)
  }
  return { results }
}

function reassignBatch({ action, ids, reason, seen, clinicianId = '' }: ReassignmentInput) {
  const input = { ids, reason, ...(seen ? { seen } : {}) }
  if (action === 'take-over') return api(takeOver, { ids, reason })
  if (action === 'reassign') return api(reassign, { ...input, clinicianId })
  return api(action === 'offer' ? offerTimes : cancelForClinic, input)
}

/** `onDone` runs before the refetch: afterwards the calling component may be unmounted. */
export const useRequeue = (id: string, onDone: () => void) => useCareMutation(() => api(requeue, { id }), onDone)

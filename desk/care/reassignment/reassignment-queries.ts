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

/** Hints make it quicker; an unchanged answer costs the server nothing. */
export function useOpenConsultations() {
  useChangeEvents(OPEN)
  return useQuery(getOpenConsultations, {}, { every: POLL.every10s })
}

/** What one colleague holds or has booked, on whichever day. */
export const useOpenOf = (staffId: string) => useQuery(getOpenConsultations, { staffId })

/** Who could go on with it; undefined asks nothing. */
export const useReassignmentCandidates = (id: string | undefined) =>
  useQuery(getReassignmentCandidates, { id: id ?? '' }, { enabled: id !== undefined })

export const REASSIGNMENT_ACTIONS = ['take-over', 'reassign', 'offer', 'cancel'] as const
export type ReassignmentAction = (typeof REASSIGNMENT_ACTIONS)[number]
export interface ReassignmentInput {
  action: ReassignmentAction
  ids: string[]
  reason: ReassignmentReason
  /** Whose each was, and when, as it was asked about. */
  seen?: SeenConsultation[] | undefined
  /** Of who goes on with them, when they are handed on. */
  clinicianId?: string | undefined
}

/** What is asked for; undefined while something is missing. */
export const reassignmentInput = (
  action: ReassignmentAction,
  chosen: readonly OpenConsultation[],
  { reason, clinicianId }: { reason?: ReassignmentReason | '' | undefined; clinicianId?: string | undefined },
): ReassignmentInput | undefined =>
  reason && (clinicianId || action !== 'reassign')
    ? {
        action,
        ids: chosen.map(({ id }) => id),
        reason,
        seen: seenOf(action, chosen),
        clinicianId: clinicianId || undefined,
      }
    : undefined

/** A booked hour that its patient moved while somebody was asked about it is not the one that was asked about. */
const seenOf = (action: ReassignmentAction, chosen: readonly OpenConsultation[]): SeenConsultation[] | undefined => {
  const booked = chosen.filter(({ status, startTime }) => status === 'QUEUED' && startTime !== null)
  if (action === 'take-over' || booked.length === 0) return undefined
  return booked.map(({ id, clinician, startTime }) => ({ id, clinicianId: clinician?.id ?? null, startTime }))
}

/** What became of each is the answer; nothing, where nothing was asked for. */
export type ReassignmentResults = Awaited<ReturnType<typeof applyReassignment>> | undefined

export const useReassignmentAction = () => useMutation(applyReassignment, { stale: 'everything' })

/** However many: all that a colleague has booked may be more than one asks for at once. */
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

/** `onDone` is told first: by the time everything is asked again, who asked may be off the screen. */
export const useRequeue = (id: string, onDone: () => void) => useCareMutation(() => api(requeue, { id }), onDone)

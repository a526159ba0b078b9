import * as v from 'valibot'
import { type Moves, nextState } from '../../kit/moves.ts'
import type { ActionDraft, ActionType } from './actions.ts'

/** B4.2. */
export const ConsultationStatus = v.picklist([
  'PENDING',
  'QUEUED',
  'ACTIVE',
  'CLOSING',
  'CLOSED',
  'CLOSED_WITH_ERROR',
  'CANCELLING',
  'CANCELLED',
  'EXPIRED',
])
export type ConsultationStatus = v.InferOutput<typeof ConsultationStatus>

export const PatientStatus = v.picklist([
  'PROCESSING',
  'ORDER_CANCELLED',
  'QUEUED',
  'ACTIVE',
  'COMPLETE',
  'CLOSED',
  'CLOSED_WITH_ERROR',
  'CANCELLING',
  'CANCELLED',
])
export type PatientStatus = v.InferOutput<typeof PatientStatus>

export type ConsultationEvent =
  | 'paid'
  | 'paymentEnded'
  | 'taken'
  | 'missed'
  | 'requeued'
  | 'takenOver'
  | 'callCompleted'
  | 'calledAgain'
  | 'takenBack'
  | 'notesSigned'
  | 'brokeDown'
  | 'cancelRequested'
  | 'cancelled'

/** Product 7.2. `missed` is an unanswered call; the third one cancels instead (`MISSED_CALLS_BEFORE_CANCELLATION`). */
export const consultationMoves: Moves<ConsultationStatus, ConsultationEvent> = {
  PENDING: { paid: 'QUEUED', paymentEnded: 'EXPIRED', cancelRequested: 'CANCELLING' },
  QUEUED: { taken: 'ACTIVE', takenOver: 'ACTIVE', cancelRequested: 'CANCELLING' },
  ACTIVE: {
    missed: 'QUEUED',
    requeued: 'QUEUED',
    takenOver: 'ACTIVE',
    callCompleted: 'CLOSING',
    notesSigned: 'CLOSED',
    brokeDown: 'CLOSED_WITH_ERROR',
    cancelRequested: 'CANCELLING',
  },
  // A clinician who leaves after the talk without signing leaves it to a colleague, or the clinic refunds it.
  CLOSING: {
    calledAgain: 'ACTIVE',
    takenBack: 'ACTIVE',
    takenOver: 'ACTIVE',
    notesSigned: 'CLOSED',
    brokeDown: 'CLOSED_WITH_ERROR',
    cancelRequested: 'CANCELLING',
  },
  CANCELLING: { cancelled: 'CANCELLED' },
  CLOSED: {},
  CLOSED_WITH_ERROR: {},
  CANCELLED: {},
  EXPIRED: {},
}
export const moveConsultation = (from: ConsultationStatus, event: ConsultationEvent): ConsultationStatus | undefined =>
  nextState(consultationMoves, from, event)

/** B9.4. */
export const MISSED_CALLS_BEFORE_CANCELLATION = 3

/** B4.9: missed calls are the count of UNASSIGNED actions. */
export const missedCalls = (actions: readonly ActionDraft[]): number =>
  actions.filter((action) => action.type === 'UNASSIGNED').length

const PAST: ReadonlySet<ConsultationStatus> = new Set([
  'CLOSED',
  'CLOSED_WITH_ERROR',
  'CLOSING',
  'CANCELLED',
  'CANCELLING',
  // EXPIRED counts as past, although it is none of the five in B4.3: it is final (product 7.2).
  'EXPIRED',
])
export const isPast = (status: ConsultationStatus): boolean => PAST.has(status)
export const pastStatuses: readonly ConsultationStatus[] = [...PAST]
export const isTerminated = (status: ConsultationStatus): boolean =>
  status === 'CLOSED' || status === 'CLOSED_WITH_ERROR' || status === 'CANCELLED'
export const isCancelled = (status: ConsultationStatus): boolean => status === 'CANCELLED' || status === 'CANCELLING'

const PATIENT_STATUS: Readonly<Record<ConsultationStatus, PatientStatus>> = {
  PENDING: 'PROCESSING',
  QUEUED: 'QUEUED',
  ACTIVE: 'ACTIVE',
  CLOSING: 'COMPLETE',
  CLOSED: 'CLOSED',
  CLOSED_WITH_ERROR: 'CLOSED_WITH_ERROR',
  CANCELLING: 'CANCELLING',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'ORDER_CANCELLED',
}
export const patientStatus = (status: ConsultationStatus): PatientStatus => PATIENT_STATUS[status]

const FEEDBACK: Partial<Record<ActionType, 'completed' | 'cancelled'>> = {
  VIDEO_CALL_COMPLETED: 'completed',
  PHONE_CALL_COMPLETED: 'completed',
  VIDEO_CALL_CANCELLED: 'cancelled',
  PHONE_CALL_CANCELLED: 'cancelled',
}
/** B4.8: the latest feedback action decides whether the call counts as completed or cancelled. */
export function callOutcome(actions: readonly ActionDraft[]): 'completed' | 'cancelled' | undefined {
  const latest = actions.findLast((action) => FEEDBACK[action.type])
  return latest && FEEDBACK[latest.type]
}

/** The role that cancelled, from the cancellation action. */
export function cancelledBy(actions: readonly ActionDraft[]): 'patient' | 'clinician' | 'system' | undefined {
  const role = actions.findLast((action) => action.type === 'CANCELLED')?.user.role
  if (!role) return undefined
  if (role === 'PATIENT') return 'patient'
  return role === 'SYSTEM' ? 'system' : 'clinician'
}

const CALL: Partial<Record<ActionType, 'on' | 'off'>> = {
  VIDEO_CALL_STARTED: 'on',
  PHONE_CALL_STARTED: 'on',
  VIDEO_CALL_FAILED: 'off',
  PHONE_CALL_FAILED: 'off',
  VIDEO_CALL_ENDED: 'off',
  PHONE_CALL_ENDED: 'off',
  VIDEO_CALL_COMPLETED: 'off',
  PHONE_CALL_COMPLETED: 'off',
  VIDEO_CALL_CANCELLED: 'off',
  PHONE_CALL_CANCELLED: 'off',
  UNASSIGNED: 'off',
  CLOSED: 'off',
  CLOSED_WITH_ERROR: 'off',
  CANCELLED: 'off',
}
export type CallState = 'none' | 'ringing' | 'ongoing'

/** Whether a call is on, and in which medium, by the last call action. Only the signalling server knows `ongoing`. */
export function callOf(actions: readonly ActionDraft[]): {
  state: 'none' | 'ringing'
  medium: 'video' | 'phone' | undefined
} {
  const last = actions.findLast((action) => CALL[action.type])
  if (!last || CALL[last.type] === 'off') return { state: 'none', medium: undefined }
  return { state: 'ringing', medium: last.type.startsWith('VIDEO') ? 'video' : 'phone' }
}

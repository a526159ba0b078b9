import type { CareRules } from '../brand/care-rules.ts'
import { afterHoursOf } from './after-hours.ts'
import type { Booking } from './booking-shape.ts'
import { latenessOf, mayChoose } from './late.ts'
import { MINUTE_MS, noticeDeadline } from './notice.ts'
import { type ActionDraft, type ActionRole, createAction } from './status/actions.ts'
import { callOf, moveConsultation } from './status/status.ts'
import type { Step } from './status/steps.ts'
import { areTimesOffered } from './times-offered.ts'

/** The partner's terms: minutes of notice before an appointment, and the limits of the patient's wait. */
export interface Terms {
  notice: number
  care: CareRules
}

export const termsOf = (config: {
  minCancellationTimeInAdvanceMinutes: number
  partnerConfig: { care: CareRules }
}): Terms => ({ notice: config.minCancellationTimeInAdvanceMinutes, care: config.partnerConfig.care })

/**
 * Why a patient can no longer cancel with a full refund (product 6.7); undefined while they can. An appointment needs
 * the notice (or `graceMinutes` after booking), unless the clinic itself is late; on demand it is possible until a
 * clinician takes the patient.
 */
export function cancelProblem(booking: Booking, terms: Terms, now: Date) {
  const { status, type, actions } = booking
  if (status === 'PENDING') return undefined
  if (status === 'ACTIVE') return 'TOO_LATE_TO_CANCEL' as const
  if (status !== 'QUEUED') return 'NOT_CANCELLABLE' as const
  if (isRefundOffered(booking, terms.care, now)) return undefined
  const inTime = type === 'scheduled' ? freeCancellationUntil(booking, terms, now) : !wasPickedUp(actions)
  return inTime ? undefined : ('TOO_LATE_TO_CANCEL' as const)
}

/** The clinic is late, cannot come or has closed: the patient may choose a full refund whatever the notice. */
export const isRefundOffered = (booking: Booking, care: CareRules, now: Date): boolean =>
  isLetDown(booking, care, now) || afterHoursOf(booking, care, now) !== 'in-hours'

const isLetDown = (booking: Booking, care: CareRules, now: Date): boolean =>
  areTimesOffered(booking, now) || mayChoose(latenessOf(booking, care, now))

/**
 * Why an appointment can no longer be moved; only a scheduled consultation has a time to move. No time limit applies
 * to the clinic.
 */
export function rescheduleProblem(booking: Booking, terms: Terms | 'clinic', now: Date) {
  const { status, type, startTime } = booking
  if (type !== 'scheduled' || startTime === null || status !== 'QUEUED') return 'NOT_RESCHEDULABLE' as const
  if (terms === 'clinic' || isLetDown(booking, terms.care, now)) return undefined
  return freeCancellationUntil(booking, terms, now) ? undefined : ('TOO_LATE_TO_CANCEL' as const)
}

/**
 * Whether the partner lets a patient cancel within the notice period without a refund. Not after the start: then the
 * clinic is late.
 */
export const canCancelWithoutRefund = (booking: Booking, terms: Terms, now: Date): boolean =>
  terms.care.lateCancellation === 'without-refund' &&
  booking.type === 'scheduled' &&
  booking.status === 'QUEUED' &&
  booking.startTime !== null &&
  new Date(booking.startTime) > now &&
  cancelProblem(booking, terms, now) === 'TOO_LATE_TO_CANCEL'

/** Until when an appointment can be moved or cancelled with a full refund; undefined: no longer. */
export function freeCancellationUntil(
  { startTime, actions }: Booking,
  { notice, care }: Terms,
  now: Date,
): Date | undefined {
  const bookedAt = actions.find(({ type }) => type === 'QUEUED')?.createdAt
  return startTime === null
    ? undefined
    : noticeDeadline(startTime, notice, now, bookedAt ? graceOf(bookedAt, care) : undefined)
}

const graceOf = (bookedAt: string, { graceMinutes }: CareRules): Date =>
  new Date(Date.parse(bookedAt) + graceMinutes * MINUTE_MS)

const wasPickedUp = (actions: readonly ActionDraft[]): boolean => actions.some(({ type }) => type === 'ASSIGNED')

/**
 * The actions of a cancellation; a call that is on is ended first. undefined when nothing can be cancelled any more.
 */
export function afterCancelling(
  { status, actions }: Pick<Booking, 'status' | 'actions'>,
  by: ActionRole,
): Step | undefined {
  const cancelling = moveConsultation(status, 'cancelRequested')
  const cancelled = cancelling && moveConsultation(cancelling, 'cancelled')
  const on = callOf(actions).medium
  const hungUp = on ? [createAction(on === 'video' ? 'VIDEO_CALL_ENDED' : 'PHONE_CALL_ENDED', by)] : []
  return cancelled && { status: cancelled, actions: [...hungUp, createAction('CANCELLED', by)] }
}

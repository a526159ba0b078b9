import type { CareRules } from '../brand/care-rules.ts'
import { afterHoursOf } from './after-hours.ts'
import type { Booking } from './booking-shape.ts'
import { latenessOf, mayChoose } from './late.ts'
import { freeUntil, MINUTE_MS } from './notice.ts'
import { type ActionRole, type Happened, happened } from './status/actions.ts'
import { callOf, moveConsultation } from './status/status.ts'
import type { Step } from './status/steps.ts'
import { areTimesOffered } from './times-offered.ts'

/** What the partner asks for: minutes of notice before a booked time, and how long it may keep somebody waiting. */
export interface Terms {
  notice: number
  care: CareRules
}

export const termsOf = (config: {
  minCancellationTimeInAdvanceMinutes: number
  partnerConfig: { care: CareRules }
}): Terms => ({ notice: config.minCancellationTimeInAdvanceMinutes, care: config.partnerConfig.care })

/**
 * Why a patient can no longer cancel, or undefined while they can, for all their money (product 6.7). A booked time
 * needs the notice (or the partner's `graceMinutes` after booking), unless the clinic itself is late; on demand it is possible until a clinician picks them up.
 */
export function cancelProblem(booking: Booking, terms: Terms, now: Date) {
  const { status, type, actions } = booking
  if (status === 'PENDING') return undefined
  if (status === 'ACTIVE') return 'TOO_LATE_TO_CANCEL' as const
  if (status !== 'QUEUED') return 'NOT_CANCELLABLE' as const
  if (isKeptWaiting(booking, terms.care, now)) return undefined
  const inTime = type === 'scheduled' ? freeOf(booking, terms, now) : !wasPickedUp(actions)
  return inTime ? undefined : ('TOO_LATE_TO_CANCEL' as const)
}

/** The clinic did not come, will not come, or has closed: all the money back is theirs to choose, whatever else holds. */
export const isKeptWaiting = (booking: Booking, care: CareRules, now: Date): boolean =>
  isLetDown(booking, care, now) || afterHoursOf(booking, care, now) !== 'in-hours'

const isLetDown = (booking: Booking, care: CareRules, now: Date): boolean =>
  areTimesOffered(booking, now) || mayChoose(latenessOf(booking, care, now))

/** The same for another time: only what is booked has one to change. The clinic is never too late. */
export function rescheduleProblem(booking: Booking, terms: Terms | 'clinic', now: Date) {
  const { status, type, startTime } = booking
  if (type !== 'scheduled' || startTime === null || status !== 'QUEUED') return 'NOT_RESCHEDULABLE' as const
  if (terms === 'clinic' || isLetDown(booking, terms.care, now)) return undefined
  return freeOf(booking, terms, now) ? undefined : ('TOO_LATE_TO_CANCEL' as const)
}

/** Whether the partner lets a patient cancel inside the notice and get no refund. After the start it does not: then the clinic is late. */
export const canCancelWithoutRefund = (booking: Booking, terms: Terms, now: Date): boolean =>
  terms.care.lateCancellation === 'without-refund' &&
  booking.type === 'scheduled' &&
  booking.status === 'QUEUED' &&
  booking.startTime !== null &&
  new Date(booking.startTime) > now &&
  cancelProblem(booking, terms, now) === 'TOO_LATE_TO_CANCEL'

/** Until when a booked time can be given back for all its money, or moved; undefined: no longer. */
export function freeOf({ startTime, actions }: Booking, { notice, care }: Terms, now: Date): Date | undefined {
  const bookedAt = actions.find(({ type }) => type === 'QUEUED')?.createdAt
  return startTime === null
    ? undefined
    : freeUntil(startTime, notice, now, bookedAt ? graceOf(bookedAt, care) : undefined)
}

const graceOf = (bookedAt: string, { graceMinutes }: CareRules): Date =>
  new Date(Date.parse(bookedAt) + graceMinutes * MINUTE_MS)

const wasPickedUp = (actions: readonly Happened[]): boolean => actions.some(({ type }) => type === 'ASSIGNED')

/** Somebody cancels: a call that is on is hung up first. undefined when there is nothing to cancel any more. */
export function afterCancelling(
  { status, actions }: Pick<Booking, 'status' | 'actions'>,
  by: ActionRole,
): Step | undefined {
  const cancelling = moveConsultation(status, 'cancelRequested')
  const cancelled = cancelling && moveConsultation(cancelling, 'cancelled')
  const on = callOf(actions).medium
  const hungUp = on ? [happened(on === 'video' ? 'VIDEO_CALL_ENDED' : 'PHONE_CALL_ENDED', by)] : []
  return cancelled && { status: cancelled, actions: [...hungUp, happened('CANCELLED', by)] }
}

import { isOld } from '../notifications/age.ts'
import type { StaffNotificationKind } from '../notifications/staff/staff-notifications.ts'
import { type ConsultationStatus, isCancelled } from './status/status.ts'

const MINUTE = 60_000

/** The present state of a consultation, for one staff member. */
export interface StaffConsultationState {
  status: ConsultationStatus
  startsAt: Date
  isTheirs: boolean
}
interface Change {
  /** The notification to send, if any. */
  notification?: { kind: StaffNotificationKind; startsAt: Date; wasAt?: Date }
  /** The start that the staff member knows from then on; null: none. */
  known: Date | null
}

/** Compares a consultation with the start that a staff member was last notified of; `known` undefined: none yet. */
export function detectStaffChange(
  known: Date | undefined,
  { status, startsAt, isTheirs }: StaffConsultationState,
): Change {
  if (isTheirs && status === 'QUEUED') {
    if (!known) return { notification: { kind: 'booked', startsAt }, known: startsAt }
    const isSame = known.getTime() === startsAt.getTime()
    return { known: startsAt, ...(isSame ? {} : { notification: { kind: 'moved', startsAt, wasAt: known } }) }
  }
  if (!known) return { known: null }
  if (isOff(status)) return { notification: { kind: 'cancelled', startsAt: known }, known: null }
  // The clinician attends the patient; the consultation may still return to the queue.
  if (isTheirs) return { known }
  return status === 'QUEUED' || status === 'ACTIVE'
    ? { notification: { kind: 'passed-on', startsAt: known }, known: null }
    : { known: null }
}

const isOff = (status: ConsultationStatus): boolean => isCancelled(status) || status === 'EXPIRED'

interface Piece {
  kind: StaffNotificationKind
  startsAt: Date
  createdAt: Date
}

/** Whether the notification is still true and useful when it is due. */
export function isStaffNotificationRelevant(
  { kind, startsAt, createdAt }: Piece,
  state: StaffConsultationState,
  now: Date,
): boolean {
  if (isOld(createdAt, now)) return false
  const { status, isTheirs } = state
  const waits = status === 'QUEUED' && state.startsAt.getTime() === startsAt.getTime()
  switch (kind) {
    case 'late':
      return waits && startsAt <= now
    case 'soon':
      return waits && isTheirs && startsAt > now
    case 'cancelled':
      return isOff(status)
    case 'passed-on':
      return !isTheirs
    case 'booked':
    case 'moved':
      return waits && isTheirs && startsAt.getTime() > now.getTime() - 60 * MINUTE
  }
}

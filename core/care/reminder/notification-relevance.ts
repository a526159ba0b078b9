import { type ConsultationStatus, isCancelled } from '../../consultation/status/status.ts'
import { isOld, MAX_NOTIFICATION_AGE_MINUTES } from '../../notifications/age.ts'
import type { CareNotificationKind } from '../../notifications/choice/notifications.ts'

const MINUTE = 60_000

/**
 * Reminders of an appointment, in minutes before its start: when each is due, and when a delayed one (the worker was
 * down) is no longer useful. Elapsed minutes rather than wall-clock times, so that a DST change moves none.
 */
export const REMINDERS = [
  { kind: 'reminder-day', due: 24 * 60, useless: 3 * 60 },
  { kind: 'reminder-hour', due: 60, useless: 20 },
  { kind: 'reminder-soon', due: 10, useless: 0 },
] as const satisfies readonly { kind: CareNotificationKind; due: number; useless: number }[]

/** Delay of the call notification in seconds: a patient in the app answers before it is sent. */
export const CALL_GRACE_SECONDS = 15
/** Minutes after which a notification is too old to send. */
const OLD: Partial<Record<CareNotificationKind, number>> = {
  called: 5,
  turn: 30,
  missed: 60,
  reassigned: 30,
  late: 10,
  'late-choice': 30,
  'after-hours': 15,
  requeued: 15,
}

export interface ConsultationSnapshot {
  status: ConsultationStatus
  /** Start of a scheduled consultation; null on demand. */
  startsAt: Date | null
  /** A call is on that the patient has neither joined nor declined. */
  rings: boolean
  /** The patient waits in the queue, away from the app. */
  isAway: boolean
  /** The patient was offered other times for this appointment. */
  areTimesOffered: boolean
  /** The consultation has a valid prescription. */
  isPrescribed: boolean
}
interface Piece {
  kind: CareNotificationKind
  /** The start of the consultation when the notification was created. */
  startsAt: Date | null
  createdAt: Date
}

/** Whether the notification is still true and useful now. */
export function isStillRelevant(
  { kind, startsAt, createdAt }: Piece,
  snapshot: ConsultationSnapshot,
  now: Date,
): boolean {
  if (isOld(createdAt, now, OLD[kind] ?? MAX_NOTIFICATION_AGE_MINUTES)) return false
  const { status } = snapshot
  const isSameTime = snapshot.startsAt?.getTime() === startsAt?.getTime()
  const isToCome = snapshot.startsAt === null || snapshot.startsAt > now
  switch (kind) {
    case 'booked':
    case 'moved':
      // After two moves only the later one is notified.
      return status === 'QUEUED' && isSameTime && isToCome
    case 'cancelled':
      return isCancelled(status)
    case 'refunded':
      return true
    case 'too-late':
      return status === 'EXPIRED'
    case 'times-offered':
      return status === 'QUEUED' && isSameTime && isToCome && snapshot.areTimesOffered
    case 'called':
      return status === 'ACTIVE' && snapshot.rings
    case 'missed':
    case 'after-hours':
    case 'requeued':
      return status === 'QUEUED'
    case 'late':
    case 'late-choice':
      return status === 'QUEUED' && isSameTime && !isToCome
    case 'reassigned':
      return status === 'ACTIVE'
    case 'notes':
      return status === 'CLOSED'
    case 'prescription':
      return snapshot.isPrescribed
    case 'turn':
      return status === 'QUEUED' && snapshot.isAway
    case 'reminder-day':
    case 'reminder-hour':
    case 'reminder-soon':
      return status === 'QUEUED' && isSameTime && startsAt !== null && isInTime(kind, startsAt, now)
  }
}

function isInTime(kind: CareNotificationKind, startsAt: Date, now: Date): boolean {
  const reminder = REMINDERS.find((each) => each.kind === kind)
  const minutesLeft = (startsAt.getTime() - now.getTime()) / MINUTE
  return reminder !== undefined && minutesLeft > reminder.useless
}

import { isOld } from '../news/age.ts'
import type { StaffNewsKind } from '../news/staff/staff-news.ts'
import { type ConsultationStatus, isCancelled } from './status/status.ts'

const MINUTE = 60_000

/** A consultation as it is, for one colleague. */
export interface StaffStanding {
  status: ConsultationStatus
  startsAt: Date
  isTheirs: boolean
}
interface Change {
  /** What there is to tell; undefined: nothing. */
  news?: { kind: StaffNewsKind; startsAt: Date; wasAt?: Date }
  /** As they know it from then on; null: not at all. */
  known: Date | null
}

/** What is new of a consultation to somebody who knows it as starting at `known`; undefined: they know of none. */
export function changeFor(known: Date | undefined, { status, startsAt, isTheirs }: StaffStanding): Change {
  if (isTheirs && status === 'QUEUED') {
    if (!known) return { news: { kind: 'booked', startsAt }, known: startsAt }
    const isSame = known.getTime() === startsAt.getTime()
    return { known: startsAt, ...(isSame ? {} : { news: { kind: 'moved', startsAt, wasAt: known } }) }
  }
  if (!known) return { known: null }
  if (isOff(status)) return { news: { kind: 'cancelled', startsAt: known }, known: null }
  // Being attended by who has it; it may come back to the line.
  if (isTheirs) return { known }
  return status === 'QUEUED' || status === 'ACTIVE'
    ? { news: { kind: 'passed-on', startsAt: known }, known: null }
    : { known: null }
}

const isOff = (status: ConsultationStatus): boolean => isCancelled(status) || status === 'EXPIRED'

interface Piece {
  kind: StaffNewsKind
  startsAt: Date
  createdAt: Date
}

/** Whether it is still true and of use when it comes to be told. */
export function isStillStaffNews({ kind, startsAt, createdAt }: Piece, standing: StaffStanding, now: Date): boolean {
  if (isOld(createdAt, now)) return false
  const { status, isTheirs } = standing
  const waits = status === 'QUEUED' && standing.startsAt.getTime() === startsAt.getTime()
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

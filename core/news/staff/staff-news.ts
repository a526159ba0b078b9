import * as v from 'valibot'
import { type ConsultationStatus, isCancelled } from '../../consultation/status/status.ts'
import { isQuietTime, type Quiet } from '../choice/notifications.ts'

const MINUTE = 60_000

/** What a colleague is told of a booked consultation. `passed-on`: it is somebody else's from now on. */
export const StaffNewsKind = v.picklist(['booked', 'moved', 'cancelled', 'passed-on', 'soon', 'late'])
export type StaffNewsKind = v.InferOutput<typeof StaffNewsKind>

/** What somebody may not want to hear of. */
export const StaffTopic = v.picklist(['bookings', 'moves', 'cancellations', 'starts', 'late'])
export type StaffTopic = v.InferOutput<typeof StaffTopic>

/** `desk`: a note on the desk itself while it is open. */
export const StaffWay = v.picklist(['email', 'push', 'desk'])
export type StaffWay = v.InferOutput<typeof StaffWay>

const TOPICS: Readonly<Record<StaffNewsKind, StaffTopic>> = {
  booked: 'bookings',
  moved: 'moves',
  cancelled: 'cancellations',
  'passed-on': 'cancellations',
  soon: 'starts',
  late: 'late',
}

/** Minutes before a start at which its clinician is reminded. */
export const SOON_MINUTES = 10
/** Minutes for which the desk shows what it was told. */
export const SHOWN_MINUTES = 30
const OLD_MINUTES = 48 * 60

export interface StaffChoice {
  ways: readonly StaffWay[]
  topics: readonly StaffTopic[]
  quiet: Quiet | null
}
/** Who has chosen nothing hears of everything; a letter wakes nobody, and a browser only whom it was allowed to. */
export const usualStaffChoice: StaffChoice = { ways: StaffWay.options, topics: StaffTopic.options, quiet: null }

export const staffWaysOf = (kind: StaffNewsKind, { ways, topics }: StaffChoice): readonly StaffWay[] =>
  topics.includes(TOPICS[kind]) ? ways : []

/** A start that is near or was missed cannot wait until morning. `time`: "HH:MM" on their clock. */
export const mustWait = (kind: StaffNewsKind, quiet: Quiet | null, time: string): boolean =>
  quiet !== null && kind !== 'soon' && kind !== 'late' && isQuietTime(quiet, time)

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
  if (now.getTime() - createdAt.getTime() > OLD_MINUTES * MINUTE) return false
  const { status, isTheirs } = standing
  const waits = status === 'QUEUED' && standing.startsAt.getTime() === startsAt.getTime()
  if (kind === 'late') return waits && startsAt <= now
  if (kind === 'soon') return waits && isTheirs && startsAt > now
  if (kind === 'cancelled') return isOff(status)
  if (kind === 'passed-on') return !isTheirs
  return waits && isTheirs && startsAt.getTime() > now.getTime() - 60 * MINUTE
}

import * as v from 'valibot'
import { isQuietTime, type Quiet } from '../choice/notifications.ts'

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

export interface StaffChoice {
  ways: readonly StaffWay[]
  topics: readonly StaffTopic[]
  quiet: Quiet | null
}
/** Who has chosen nothing hears of everything; an e-mail wakes nobody, and a browser only whom it was allowed to. */
export const usualStaffChoice: StaffChoice = { ways: StaffWay.options, topics: StaffTopic.options, quiet: null }

export const staffWaysOf = (kind: StaffNewsKind, { ways, topics }: StaffChoice): readonly StaffWay[] =>
  topics.includes(TOPICS[kind]) ? ways : []

/** A start that is near or was missed cannot wait until morning. `time`: "HH:MM" on their clock. */
export const mustWait = (kind: StaffNewsKind, quiet: Quiet | null, time: string): boolean =>
  quiet !== null && kind !== 'soon' && kind !== 'late' && isQuietTime(quiet, time)

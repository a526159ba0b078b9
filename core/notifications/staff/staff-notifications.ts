import * as v from 'valibot'
import { isQuietTime, type Quiet } from '../choice/notifications.ts'

/** Notifications to staff about a scheduled consultation. `passed-on`: a colleague has it now. */
export const StaffNotificationKind = v.picklist(['booked', 'moved', 'cancelled', 'passed-on', 'soon', 'late'])
export type StaffNotificationKind = v.InferOutput<typeof StaffNotificationKind>

/** Topics that a recipient may turn off. */
export const StaffTopic = v.picklist(['bookings', 'moves', 'cancellations', 'starts', 'late'])
export type StaffTopic = v.InferOutput<typeof StaffTopic>

/** `desk`: an alert in the desk while it is open. */
export const StaffChannel = v.picklist(['email', 'push', 'desk'])
export type StaffChannel = v.InferOutput<typeof StaffChannel>

const TOPICS: Readonly<Record<StaffNotificationKind, StaffTopic>> = {
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
  channels: readonly StaffChannel[]
  topics: readonly StaffTopic[]
  quiet: Quiet | null
}
/** Who has chosen nothing hears of everything; an e-mail wakes nobody, and a browser only whom it was allowed to. */
export const defaultStaffSettings: StaffChoice = {
  channels: StaffChannel.options,
  topics: StaffTopic.options,
  quiet: null,
}

export const staffChannelsFor = (
  kind: StaffNotificationKind,
  { channels, topics }: StaffChoice,
): readonly StaffChannel[] => (topics.includes(TOPICS[kind]) ? channels : [])

/** A start that is near or was missed cannot wait until morning. `time`: "HH:MM" on their clock. */
export const mustWait = (kind: StaffNotificationKind, quiet: Quiet | null, time: string): boolean =>
  quiet !== null && kind !== 'soon' && kind !== 'late' && isQuietTime(quiet, time)

import * as v from 'valibot'
import { isQuietTime, type Quiet } from '../choice/notifications.ts'

/** Notifications to staff about a scheduled consultation. `passed-on`: it was assigned to a colleague. */
export const StaffNotificationKind = v.picklist(['booked', 'moved', 'cancelled', 'passed-on', 'soon', 'late'])
export type StaffNotificationKind = v.InferOutput<typeof StaffNotificationKind>

/** Topics that a staff member may turn off. */
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
export const START_REMINDER_MINUTES = 10
/** Minutes for which the desk shows a notification. */
export const DESK_NOTIFICATION_MINUTES = 30

export interface StaffChoice {
  channels: readonly StaffChannel[]
  topics: readonly StaffTopic[]
  quiet: Quiet | null
}
/** Defaults: all topics and channels. Push needs a registered browser anyway. */
export const defaultStaffSettings: StaffChoice = {
  channels: StaffChannel.options,
  topics: StaffTopic.options,
  quiet: null,
}

export const staffChannelsFor = (
  kind: StaffNotificationKind,
  { channels, topics }: StaffChoice,
): readonly StaffChannel[] => (topics.includes(TOPICS[kind]) ? channels : [])

/**
 * Whether a notification waits for the end of the quiet hours; a near or missed start never does. `time`: "HH:MM" in
 * the staff member's time zone.
 */
export const mustWait = (kind: StaffNotificationKind, quiet: Quiet | null, time: string): boolean =>
  quiet !== null && kind !== 'soon' && kind !== 'late' && isQuietTime(quiet, time)

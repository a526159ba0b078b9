import type { Channel } from '@cuida/core/brand/channel.ts'
import { dayAfter, localTime, momentOf } from '@cuida/core/kit/zone.ts'
import {
  channelsFor,
  deliveryRules,
  isQuietTime,
  type NotificationKind,
  nextChannel,
  type Quiet,
} from '@cuida/core/notifications/choice/notifications.ts'
import {
  mustWait,
  type StaffNotificationKind,
  staffChannelsFor,
} from '@cuida/core/notifications/staff/staff-notifications.ts'
import { canPush, type PushDevice } from '../providers/push/port.ts'
import type { Services } from '../services.ts'
import { findReach } from './choice/reach-store.ts'
import type { Notification, NotificationDefinition } from './notification.ts'
import { findStaffChoice, findStaffDevices, findStaffTimeZone } from './staff/staff-choice-store.ts'

export type SendChannel = Channel | 'call'

/** How a recipient is reached with one notification, by their choice and the type's rules. */
export interface Recipient {
  /** IANA name; null when the device has not reported one. */
  timeZone: string | null
  /** The channels to try first. `push` goes to every one of `devices`. */
  channels: readonly SendChannel[]
  devices: readonly (PushDevice & { id: string })[]
  /** The next channel after those tried; undefined when there is none, or none is needed. */
  next: (tried: Pick<Notification, 'sent' | 'refused'>) => SendChannel | undefined
  /** The end of quiet hours, when the notification has to wait for it. */
  notBefore: Date | undefined
  /** The desk shows the notification too, so the recipient reads it even when all channels fail. */
  isShownAtDesk: boolean
}

export async function findRecipient(
  services: Services,
  { channels }: NotificationDefinition,
  notification: Notification,
): Promise<Recipient> {
  const { staffId, accountId, channel } = notification
  if (channels === 'chosen' && staffId) return staffRecipient(services, { ...notification, staffId })
  if (channels === 'chosen' && accountId) return patientRecipient(services, { ...notification, accountId })
  const fixed = Array.isArray(channels) ? channels : channel ? [channel] : []
  return { ...NOBODY_CHOSE, channels: fixed }
}

const NOBODY_CHOSE = {
  timeZone: null,
  devices: [],
  next: () => undefined,
  notBefore: undefined,
  isShownAtDesk: false,
}

async function patientRecipient(
  services: Services,
  notification: Notification & { accountId: string },
): Promise<Recipient> {
  const { config, now } = services
  const { choice, devices } = await findReach(services, notification.accountId)
  const offered = config.notificationChannels
  const kind = notification.type as NotificationKind
  const channels = channelsFor(kind, choice, { offered, devices: devices.length })
  const quietUntil = notification.asked || deliveryRules[kind].urgent ? undefined : endOfQuiet(services, choice, now())
  const reached = { timeZone: choice.timeZone, devices, isShownAtDesk: false }
  // The notification is outdated by morning, so only an e-mail is sent now, which wakes nobody.
  if (quietUntil && deliveryRules[kind].quiet === 'email-only')
    return {
      ...reached,
      channels: channels.filter((channel) => channel === 'email'),
      next: () => undefined,
      notBefore: undefined,
    }
  const { startsAt } = notification
  // The appointment starts before quiet hours end, so a choice about it cannot wait.
  const isTooLate = deliveryRules[kind].quiet === 'until-start' && startsAt && quietUntil && startsAt <= quietUntil
  return {
    ...reached,
    channels,
    next: (tried) => nextChannel(choice, { offered, ...tried }),
    notBefore: isTooLate ? undefined : quietUntil,
  }
}

async function staffRecipient(
  services: Services,
  { staffId, type }: Notification & { staffId: string },
): Promise<Recipient> {
  const { db, providers, config, now } = services
  const choice = await findStaffChoice(db, staffId)
  const timeZone = await findStaffTimeZone(db, staffId)
  const kind = type.slice('staff-'.length) as StaffNotificationKind
  const channels = staffChannelsFor(kind, choice)
  const devices = channels.includes('push') ? await findStaffDevices(db, staffId) : []
  const { time } = localTime(timeZone ?? config.timeZone, now())
  return {
    timeZone,
    channels: channels.filter((channel) => channel !== 'desk'),
    devices: devices.filter((device) => canPush(providers, device)),
    next: () => undefined,
    notBefore: mustWait(kind, choice.quiet, time) ? endOfQuiet(services, { ...choice, timeZone }, now()) : undefined,
    isShownAtDesk: channels.includes('desk'),
  }
}

/** When the current quiet hours end, in the reader's time zone; undefined outside of quiet hours. */
function endOfQuiet(
  { config }: Services,
  { quiet, timeZone }: { quiet: Quiet | null; timeZone: string | null },
  now: Date,
): Date | undefined {
  const zone = timeZone ?? config.timeZone
  const { day, time } = localTime(zone, now)
  if (!quiet || !isQuietTime(quiet, time)) return undefined
  return momentOf(zone, time < quiet.until ? day : dayAfter(day), quiet.until)
}

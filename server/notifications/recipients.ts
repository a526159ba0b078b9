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
import { mayWake, type PushDevice } from '../providers/push/port.ts'
import type { Services } from '../services.ts'
import { findReach } from './choice/reach-store.ts'
import type { Notification, NotificationDefinition } from './notification.ts'
import { findStaffChoice, findStaffDevices, findStaffTimeZone } from './staff/staff-choice-store.ts'

export type SendChannel = Channel | 'call'

/** How somebody is reached with one notification, as they chose and as its type allows. */
export interface Recipient {
  /** IANA; null where their device has not told it. */
  timeZone: string | null
  /** Channels to send by first. Every one of `devices` is woken for `push`. */
  channels: readonly SendChannel[]
  devices: readonly (PushDevice & { id: string })[]
  /** The channel to go on by, after what was tried. undefined: there is no other, or none is needed. */
  next: (tried: Pick<Notification, 'sent' | 'refused'>) => SendChannel | undefined
  /** The end of their quiet hours, where it has to wait for that. */
  notBefore: Date | undefined
  /** It stands at the desk as well, where its colleague reads it whatever becomes of the rest. */
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
  // Sent in the evening, an e-mail wakes nobody; by the morning what it tells is over.
  if (quietUntil && deliveryRules[kind].quiet === 'email-only')
    return {
      ...reached,
      channels: channels.filter((channel) => channel === 'email'),
      next: () => undefined,
      notBefore: undefined,
    }
  const { startsAt } = notification
  // Who has to choose before an early hour cannot sleep until it is over.
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
    devices: devices.filter((device) => mayWake(providers, device)),
    next: () => undefined,
    notBefore: mustWait(kind, choice.quiet, time) ? endOfQuiet(services, { ...choice, timeZone }, now()) : undefined,
    isShownAtDesk: channels.includes('desk'),
  }
}

/** When the quiet hours that it is now end, on the reader's own clock; undefined: it is none of them. */
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

import * as v from 'valibot'
import type { Channel } from '../../brand/channel.ts'
import type { NotificationTemplate } from '../../brand/whatsapp-templates.ts'

/** Topics that a recipient may turn off. */
export const NotificationTopic = v.picklist(['bookings', 'reminders', 'calls', 'records', 'offers'])
export type NotificationTopic = v.InferOutput<typeof NotificationTopic>

/** Notifications about a subscription: the desk paused, resumed or released it. */
export type PlanNotificationKind = 'plan-paused' | 'plan-resumed' | 'plan-released'

/** Notifications about a consultation. */
export type CareNotificationKind =
  | 'booked'
  | 'moved'
  | 'cancelled'
  | 'refunded'
  | 'too-late'
  | 'reminder-day'
  | 'reminder-hour'
  | 'reminder-soon'
  | 'called'
  | 'missed'
  | 'reassigned'
  | 'late'
  | 'late-choice'
  | 'after-hours'
  | 'times-offered'
  | 'requeued'
  | 'notes'
  | 'prescription'
  | 'turn'
export type NotificationKind =
  | CareNotificationKind
  | PlanNotificationKind
  /** A sooner time is held for who waits in line; for who asked the desk for it; after a consultation. */
  | 'offer'
  | 'offer-asked'
  | 'follow-up'
  /** A question to the clinic has an answer. */
  | 'answered'
  /** A webinar that they registered for begins soon. */
  | 'webinar'

interface DeliveryRule {
  topic: NotificationTopic
  /** Phones: `both` writes and wakes; `either` writes only where nothing can be woken. A text costs, and two are one too many. */
  phone: 'both' | 'either' | 'text' | 'push'
  email: boolean
  /** Cannot wait until morning. */
  urgent?: true
  /** They asked for this one: it comes whatever else they want to hear of. */
  asked?: true
  /**
   * In quiet hours everything that is not urgent waits for their end. `until-start`: but not beyond the start of the
   * consultation. `email-only`: it goes as an e-mail, which wakes nobody, or not at all.
   */
  quiet?: 'until-start' | 'email-only'
}

/** Channels and urgency of every kind of notification. */
export const deliveryRules: Readonly<Record<NotificationKind, DeliveryRule>> = {
  booked: { topic: 'bookings', phone: 'text', email: true },
  moved: { topic: 'bookings', phone: 'both', email: true },
  cancelled: { topic: 'bookings', phone: 'both', email: true },
  refunded: { topic: 'bookings', phone: 'push', email: true },
  // They may be on their way to an hour that is not theirs.
  'too-late': { topic: 'bookings', phone: 'both', email: true, urgent: true },
  'reminder-day': { topic: 'reminders', phone: 'both', email: true },
  'reminder-hour': { topic: 'reminders', phone: 'either', email: false },
  // Whoever booked an early hour wants to be woken for it.
  'reminder-soon': { topic: 'reminders', phone: 'either', email: false, urgent: true },
  called: { topic: 'calls', phone: 'both', email: false, urgent: true },
  missed: { topic: 'calls', phone: 'either', email: false, urgent: true },
  // Another name will call: worth knowing before the phone rings.
  reassigned: { topic: 'calls', phone: 'either', email: false, urgent: true },
  // They stand before an empty screen, and have a choice to make.
  late: { topic: 'calls', phone: 'either', email: false, urgent: true },
  'late-choice': { topic: 'bookings', phone: 'both', email: true, urgent: true },
  // Their money goes back in a quarter of an hour if they say nothing.
  'after-hours': { topic: 'bookings', phone: 'both', email: true, urgent: true },
  // Their hour will not be kept, and they have a choice to make; a morning is early enough.
  'times-offered': { topic: 'bookings', phone: 'both', email: true, quiet: 'until-start' },
  requeued: { topic: 'calls', phone: 'either', email: false, urgent: true },
  notes: { topic: 'records', phone: 'push', email: true },
  prescription: { topic: 'records', phone: 'push', email: true },
  turn: { topic: 'calls', phone: 'both', email: false, urgent: true, asked: true },
  'plan-paused': { topic: 'bookings', phone: 'either', email: true },
  'plan-resumed': { topic: 'bookings', phone: 'either', email: true },
  'plan-released': { topic: 'bookings', phone: 'either', email: true },
  offer: { topic: 'offers', phone: 'text', email: false },
  'offer-asked': { topic: 'offers', phone: 'text', email: false, urgent: true, asked: true },
  'follow-up': { topic: 'offers', phone: 'text', email: false, urgent: true, asked: true },
  answered: { topic: 'records', phone: 'push', email: true },
  webinar: { topic: 'reminders', phone: 'push', email: true, quiet: 'email-only' },
}

const Clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
/** "HH:MM" on the patient's clock; from evening to morning, or within one day. */
export const Quiet = v.object({ from: Clock, until: Clock })
export type Quiet = v.InferOutput<typeof Quiet>
/** Nobody is woken who has chosen nothing. */
export const USUAL_QUIET: Quiet = { from: '21:30', until: '08:00' }

/** Whether `time`, "HH:MM" on the patient's clock, is in their quiet hours. The end is not. */
export const isQuietTime = ({ from, until }: Quiet, time: string): boolean =>
  from <= until ? time >= from && time < until : time >= from || time < until

export interface Choice {
  channels: readonly Exclude<Channel, 'push'>[]
  topics: readonly NotificationTopic[]
}

/**
 * The channels of a notification for a patient with these settings, where the partner offers `offered` and `devices` may be
 * woken. What concerns a booking or a plan itself always goes by e-mail: nobody should stand before a cancelled consultation. What
 * they asked for goes to their phone by the channels they chose, and as a text where they chose none that reaches it.
 */
export function channelsFor(
  kind: NotificationKind,
  { channels, topics }: Choice,
  { offered, devices }: { offered: readonly Channel[]; devices: number },
): Channel[] {
  const { topic, phone, email, asked } = deliveryRules[kind]
  const always: Channel[] = topic === 'bookings' ? ['email'] : []
  if (!asked && !topics.includes(topic)) return always
  const wants = (channel: Exclude<Channel, 'push'>) => offered.includes(channel) && channels.includes(channel)
  const push = phone !== 'text' && devices > 0 && offered.includes('push')
  const chosen = phone === 'push' || (phone === 'either' && push) ? undefined : textChannel({ channels }, offered)
  const text = chosen ?? (asked && !push ? 'sms' : undefined)
  return [
    ...(email && (always.length > 0 || wants('email')) ? (['email'] as const) : []),
    ...(text ? [text] : []),
    ...(push ? (['push'] as const) : []),
  ]
}

/** The template of a notification: reminders share one, and so do documents. */
export function templateName(kind: CareNotificationKind | PlanNotificationKind): NotificationTemplate {
  if (kind === 'prescription') return 'notes'
  if (kind === 'reminder-day' || kind === 'reminder-hour' || kind === 'reminder-soon') return 'reminder'
  return kind
}

/** Progress of a notification: routes that accepted it and routes that refused for good; each push device is a route. */
export interface Tried {
  sent: readonly string[]
  refused: readonly string[]
}

/**
 * The next channel after a refusal. After WhatsApp comes a text. When every channel tried so far refused, it goes
 * as a message to their phone, then as an e-mail, which everybody with an account can get, whether they chose e-mails or not.
 * undefined: there is no other, or none is needed.
 */
export function nextChannel(
  { channels, textsStopped }: Pick<Choice, 'channels'> & { textsStopped: boolean },
  { offered, sent, refused }: Tried & { offered: readonly Channel[] },
): Exclude<Channel, 'push'> | undefined {
  const open = offered.filter((channel) => ![...sent, ...refused].includes(channel))
  if (refused.includes('whatsapp') && open.includes('sms') && !textsStopped) return 'sms'
  if (sent.length > 0 || refused.length === 0) return undefined
  return textChannel({ channels }, open) ?? (open.includes('email') ? 'email' : undefined)
}

/** One message to a phone number: who has WhatsApp and asked for it needs no SMS beside it. undefined: neither is wanted. */
export function textChannel(
  { channels }: Pick<Choice, 'channels'>,
  offered: readonly Channel[],
): 'sms' | 'whatsapp' | undefined {
  return (['whatsapp', 'sms'] as const).find((channel) => offered.includes(channel) && channels.includes(channel))
}

import * as v from 'valibot'
import type { Channel } from '../../brand/channel.ts'
import type { NotificationTemplate } from '../../brand/whatsapp-templates.ts'

/** Topics that a patient may turn off. */
export const NotificationTopic = v.picklist(['bookings', 'reminders', 'calls', 'records', 'offers'])
export type NotificationTopic = v.InferOutput<typeof NotificationTopic>

/** Notifications about a subscription that the desk paused, resumed or released. */
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
  /** A slot is held for the patient: from the waitlist; requested at the desk; as a follow-up. */
  | 'offer'
  | 'offer-asked'
  | 'follow-up'
  /** A question to the clinic has an answer. */
  | 'answered'
  /** A webinar with the patient's registration starts soon. */
  | 'webinar'

interface DeliveryRule {
  topic: NotificationTopic
  /**
   * `both`: text message and push. `either`: a text message only without a push device, because texts cost money and
   * two alerts are one too many.
   */
  phone: 'both' | 'either' | 'text' | 'push'
  email: boolean
  /** Sent even in quiet hours. */
  urgent?: true
  /** Sent whatever the patient's topics: they requested it. */
  asked?: true
  /**
   * Notifications that are not urgent wait for the end of the quiet hours. `until-start`: at most until the start of
   * the consultation. `email-only`: it is sent as an e-mail, or not at all.
   */
  quiet?: 'until-start' | 'email-only'
}

export const deliveryRules: Readonly<Record<NotificationKind, DeliveryRule>> = {
  booked: { topic: 'bookings', phone: 'text', email: true },
  moved: { topic: 'bookings', phone: 'both', email: true },
  cancelled: { topic: 'bookings', phone: 'both', email: true },
  refunded: { topic: 'bookings', phone: 'push', email: true },
  // The patient may be on the way to an appointment that they do not have.
  'too-late': { topic: 'bookings', phone: 'both', email: true, urgent: true },
  'reminder-day': { topic: 'reminders', phone: 'both', email: true },
  'reminder-hour': { topic: 'reminders', phone: 'either', email: false },
  // A reminder of an early appointment may wake the patient.
  'reminder-soon': { topic: 'reminders', phone: 'either', email: false, urgent: true },
  called: { topic: 'calls', phone: 'both', email: false, urgent: true },
  missed: { topic: 'calls', phone: 'either', email: false, urgent: true },
  // The patient should know the new clinician's name before the phone rings.
  reassigned: { topic: 'calls', phone: 'either', email: false, urgent: true },
  // The patient waits in front of the app and has a choice to make.
  late: { topic: 'calls', phone: 'either', email: false, urgent: true },
  'late-choice': { topic: 'bookings', phone: 'both', email: true, urgent: true },
  // The refund is automatic after fifteen minutes without a choice.
  'after-hours': { topic: 'bookings', phone: 'both', email: true, urgent: true },
  // The patient has a choice to make for an appointment that the clinic cannot keep; the morning is early enough.
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
/** "HH:MM" in the patient's time zone; across midnight or within one day. */
export const Quiet = v.object({ from: Clock, until: Clock })
export type Quiet = v.InferOutput<typeof Quiet>
/** Default for patients who have not chosen. */
export const DEFAULT_QUIET_HOURS: Quiet = { from: '21:30', until: '08:00' }

/** Whether `time`, "HH:MM" in the patient's time zone, is within quiet hours; their end is excluded. */
export const isQuietTime = ({ from, until }: Quiet, time: string): boolean =>
  from <= until ? time >= from && time < until : time >= from || time < until

export interface NotificationChoice {
  channels: readonly Exclude<Channel, 'push'>[]
  topics: readonly NotificationTopic[]
}

/**
 * The channels of a notification for a patient with these settings, where the partner offers `offered` and `devices`
 * are registered. A change of a booking or plan is always sent by e-mail too. A requested notification uses the
 * patient's phone channels, and SMS when none of them reaches it.
 */
export function channelsFor(
  kind: NotificationKind,
  { channels, topics }: NotificationChoice,
  { offered, devices }: { offered: readonly Channel[]; devices: number },
): Channel[] {
  const { topic, phone, email, asked } = deliveryRules[kind]
  const always: Channel[] = topic === 'bookings' ? ['email'] : []
  if (!asked && !topics.includes(topic)) return always
  const wants = (channel: Exclude<Channel, 'push'>) => offered.includes(channel) && channels.includes(channel)
  const push = phone !== 'text' && devices > 0 && offered.includes('push')
  const preferredChannel =
    phone === 'push' || (phone === 'either' && push) ? undefined : textChannel({ channels }, offered)
  const text = preferredChannel ?? (asked && !push ? 'sms' : undefined)
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

/**
 * Progress of a notification: routes that accepted it and routes that refused it for good; each push device is a
 * route.
 */
export interface DeliveryProgress {
  sent: readonly string[]
  refused: readonly string[]
}

/**
 * The next channel after a refusal: SMS after WhatsApp. When every channel so far refused, a message to the phone, then
 * an e-mail, which every account can receive whatever its settings. undefined: none is left or needed.
 */
export function nextChannel(
  { channels, textsStopped }: Pick<NotificationChoice, 'channels'> & { textsStopped: boolean },
  { offered, sent, refused }: DeliveryProgress & { offered: readonly Channel[] },
): Exclude<Channel, 'push'> | undefined {
  const open = offered.filter((channel) => ![...sent, ...refused].includes(channel))
  if (refused.includes('whatsapp') && open.includes('sms') && !textsStopped) return 'sms'
  if (sent.length > 0 || refused.length === 0) return undefined
  return textChannel({ channels }, open) ?? (open.includes('email') ? 'email' : undefined)
}

/** One text message for a phone number: WhatsApp replaces SMS. undefined: the patient chose neither. */
export function textChannel(
  { channels }: Pick<NotificationChoice, 'channels'>,
  offered: readonly Channel[],
): 'sms' | 'whatsapp' | undefined {
  return (['whatsapp', 'sms'] as const).find((channel) => offered.includes(channel) && channels.includes(channel))
}

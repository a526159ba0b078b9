import type { Channel } from '@cuida/core/brand/channel.ts'
import type { NotificationKind } from '@cuida/core/notifications/choice/notifications.ts'
import type { UndeliveredKind } from '@cuida/core/notifications/delivery/undelivered-api.ts'
import type { StaffNotificationKind } from '@cuida/core/notifications/staff/staff-notifications.ts'
import type { Email } from '../providers/mail/port.ts'
import type { Template } from '../providers/messages/port.ts'
import type { Services } from '../services.ts'

/** A change of an account's own security, told to its owner by two channels, so that a thief of one cannot hide it. */
export type SecurityNotice = 'password' | 'authenticatorOn' | 'authenticatorOff' | 'googleOn' | 'googleOff'
/** Told to the phone and the e-mail that an account had at that moment: they may not be its own any more. */
export type AccountNotice = 'phone-changed' | 'email-changed' | 'deleted' | 'month-unpaid' | 'subscription-ended'

export type NotificationType =
  | NotificationKind
  | `staff-${StaffNotificationKind}`
  | `security-${SecurityNotice}`
  | `account-${AccountNotice}`
  | 'code'
  | 'invitation'
  | 'invitation-question'
  | 'record-opened'

/** A row of the outbox, with the address that its recipient has now. */
export interface Notification {
  id: string
  type: NotificationType
  /** Its recipient: a patient's account, a colleague, or neither where its type knows another address. */
  accountId: string | null
  staffId: string | null
  consultationId: string | null
  subscriptionId: string | null
  /** Id of what it is about where that is neither a consultation nor a subscription: an offer's cart, a question, a webinar… */
  subjectId: string | null
  /** The start of the consultation as it was when this was left. */
  startsAt: Date | null
  /** Of `staff-moved`: the start before. */
  wasAt: Date | null
  createdAt: Date
  /** Channels that took it. A device of push is `push:` and its id. */
  sent: string[]
  /** Channels that never will: the number, the mailbox or the device refused it. */
  refused: string[]
  /** When a provider was first found down; null: none was. */
  failingSince: Date | null
  /** Its patient has just done what it tells: it does not wait for the end of their quiet hours. */
  asked: boolean
  /** Of a code: the channel that was asked for. */
  channel: 'sms' | 'call' | 'email' | null
  phone: string | null
  email: string | null
  locale: string
  /** The account is not closed, the colleague still works here. True for addresses that were kept with the notification. */
  isRecipientActive: boolean
}

/** What a notification says, by channel. A channel without words is passed over, as if it had been refused. */
export interface Content {
  /** E.164, where it is not the recipient's own. */
  phone?: string
  text?: () => string
  /** For WhatsApp; undefined where the provider has approved no words that say this. */
  template?: () => Template | undefined
  /** So little that it may lie on a locked screen. */
  push?: () => { title: string; body: string; path: string; urgency?: 'normal' | 'high'; ttlSeconds?: number }
  email?: () => Email | Promise<Email>
  /** Has the vendor of codes send it, in words of its own, instead of `text`. */
  sendCode?: (channel: 'sms' | 'call') => Promise<void>
}

/** What differs from type to type. The outbox, the sender, retries and delivery tracking are the same for all. */
export interface NotificationDefinition {
  /**
   * `chosen`: as its recipient chose, within what the type allows (`deliveryRules` for patients, `staffChannelsFor` for staff), and by
   * the next channel when those refuse. `asked`: by the one of the row. A list: by all of these, whatever anybody chose.
   */
  channels: 'chosen' | 'asked' | readonly Exclude<Channel, 'push' | 'whatsapp'>[]
  /** What the desk is to tell by hand when no channel took it. null: nobody could, or the person sees it on their screen. */
  undelivered: UndeliveredKind | null
  /** Seconds until a try that failed is repeated: 60 unless said otherwise. */
  retrySeconds?: number
  /**
   * Checks at the time of sending that it is still true and of use, and words it. undefined: it is not, and nothing is sent.
   * `notBefore`: not yet. `timeZone` (IANA) is the reader's own, null where it is not known.
   */
  content: (
    services: Services,
    notification: Notification,
    timeZone: string | null,
  ) => Promise<Content | { notBefore: Date } | undefined>
}

export type NotificationDefinitions = Readonly<Record<NotificationType, NotificationDefinition>>

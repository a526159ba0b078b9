import type { Channel } from '@cuida/core/brand/channel.ts'
import type { NotificationKind } from '@cuida/core/notifications/choice/notifications.ts'
import type { UndeliveredKind } from '@cuida/core/notifications/delivery/undelivered-api.ts'
import type { StaffNotificationKind } from '@cuida/core/notifications/staff/staff-notifications.ts'
import type { Email } from '../providers/mail/port.ts'
import type { Template } from '../providers/messages/port.ts'
import type { Services } from '../services.ts'

/** A change of the account's security, sent by two channels, so that an attacker who controls one cannot hide it. */
export type SecurityNotice =
  | 'password'
  | 'authenticatorOn'
  | 'authenticatorOff'
  | 'googleOn'
  | 'googleOff'
  | 'passkeyOn'
  | 'passkeyOff'
  | 'passkeyBlocked'
/**
 * A notice about the account itself. It goes to the phone and e-mail address that the account had when the change
 * happened, because the account may have lost them since.
 */
export type AccountNotice = 'phone-changed' | 'email-changed' | 'deleted' | 'charge-unpaid' | 'subscription-ended'

export type NotificationType =
  | NotificationKind
  | `staff-${StaffNotificationKind}`
  | `security-${SecurityNotice}`
  | `account-${AccountNotice}`
  | 'code'
  | 'invitation'
  | 'invitation-question'
  | 'record-opened'

/** A row of the outbox, with the recipient's current address. */
export interface Notification {
  id: string
  type: NotificationType
  /** The recipient: a patient's account, a member of staff, or neither for types with an address of their own. */
  accountId: string | null
  staffId: string | null
  consultationId: string | null
  subscriptionId: string | null
  /**
   * Id of the subject where it is neither a consultation nor a subscription: an offer's cart, a question, a webinar…
   */
  subjectId: string | null
  /** The start of the consultation when the notification was enqueued. */
  startsAt: Date | null
  /** For `staff-moved`: the previous start. */
  wasAt: Date | null
  createdAt: Date
  /** When this attempt was due: after an outage, the time of the retry. */
  dueAt: Date
  /** Channels that accepted it. A push device appears as `push:` and its id. */
  sent: string[]
  /** Channels that refused it for good: the number, mailbox or device does not take it. */
  refused: string[]
  /** When a provider outage was first seen; null without one. */
  failingSince: Date | null
  /** The patient caused it just now, so it does not wait for the end of quiet hours. */
  asked: boolean
  /** For a code: the requested channel. */
  channel: 'sms' | 'call' | 'email' | null
  phone: string | null
  email: string | null
  locale: string
  /**
   * The account is active, or the member of staff still works here. Always true for an address stored with the
   * notification.
   */
  isRecipientActive: boolean
}

/** The content of a notification by channel. A channel without content is skipped as if it had refused. */
export interface Content {
  /** In E.164; set when it is not the recipient's own number. */
  phone?: string
  text?: () => string
  /** For WhatsApp; undefined when the provider has no approved template for this. */
  template?: () => Template | undefined
  /** Contains nothing private, because it appears on locked screens. */
  push?: () => { title: string; body: string; path: string; urgency?: 'normal' | 'high'; ttlSeconds?: number }
  email?: () => Email | Promise<Email>
  /** Lets the verification provider send the code in its own text, instead of `text`. */
  sendCode?: (channel: 'sms' | 'call') => Promise<void>
}

/** What differs by type. Outbox, sending, retries and delivery tracking are shared. */
export interface NotificationDefinition {
  /**
   * `chosen`: the recipient's choice, as far as the type allows (`deliveryRules` for patients, `staffChannelsFor` for
   * staff), then the next channel after refusals. `asked`: the channel of the row. A list: all of these, whatever the
   * recipient chose.
   */
  channels: 'chosen' | 'asked' | readonly Exclude<Channel, 'push' | 'whatsapp'>[]
  /** The kind of desk task when no channel delivered it. null: nobody could do anything, or a screen shows it. */
  undelivered: UndeliveredKind | null
  /** Seconds before a retry; 60 by default. */
  retrySeconds?: number
  /**
   * Checks at sending time that the notification is still relevant, and creates its content. undefined: it is
   * dropped. `notBefore`: it is postponed. `timeZone` is the reader's IANA name, null when unknown.
   */
  content: (
    services: Services,
    notification: Notification,
    timeZone: string | null,
  ) => Promise<Content | { notBefore: Date } | undefined>
}

export type NotificationDefinitions = Readonly<Record<NotificationType, NotificationDefinition>>

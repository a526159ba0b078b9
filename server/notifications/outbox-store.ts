import type { CareNotificationKind, PlanNotificationKind } from '@cuida/core/notifications/choice/notifications.ts'
import type { Sql, Tx } from '../kit/db/db.ts'
import type { Notification, NotificationType } from './notification.ts'
import { queueSending } from './notification-store.ts'

interface NewNotification
  extends Partial<Omit<Notification, 'id' | 'createdAt' | 'dueAt' | 'sent' | 'refused' | 'locale'>> {
  type: NotificationType
  /** When set, `phone` and `email` of this row are used, whatever the account has at sending time. */
  locale?: string
  /** The earliest time for sending. */
  dueAt?: Date
  afterSeconds?: number
}

/**
 * Inserts a notification and its job in the caller's transaction. Whether, when and through which channels it is sent
 * is decided when it is due (send-notification.ts). A duplicate by a unique index is ignored.
 */
export async function enqueueNotification(sql: Sql, notification: NewNotification): Promise<void> {
  const {
    type,
    accountId,
    staffId,
    consultationId,
    subscriptionId,
    subjectId,
    startsAt,
    wasAt,
    channel,
    phone,
    email,
  } = notification
  await sql`
    with left_over as (
      insert into notification (type, account_id, staff_id, consultation_id, subscription_id, subject_id, starts_at, was_at,
        channel, phone, email, locale, asked, due_at)
      values (${type}, ${accountId ?? null}, ${staffId ?? null}, ${consultationId ?? null}, ${subscriptionId ?? null},
        ${subjectId ?? null}, ${startsAt ?? null}, ${wasAt ?? null}, ${channel ?? null}, ${phone ?? null},
        ${email ?? null}, ${notification.locale ?? null}, ${notification.asked ?? false},
        coalesce(${notification.dueAt ?? null}, clock_timestamp() + make_interval(secs => ${notification.afterSeconds ?? 0})))
      on conflict do nothing returning id, due_at)
    select ${queueSending(sql)} from left_over`
}

type Which = { orderId: string } | { consultationId: string }

interface How {
  afterSeconds?: number
  /** The patient caused it just now and waits for the confirmation, so quiet hours do not apply. */
  asked?: boolean
}

/** After this long the patient no longer waits for the payment, so its notification can wait until morning. */
const STILL_WAITING = '1 hour'

/**
 * As `enqueueNotification`, about a consultation, for its patient or the account holder. Does nothing for an order
 * without a consultation.
 */
export async function enqueueCareNotification(
  tx: Tx,
  which: Which,
  type: CareNotificationKind,
  { afterSeconds = 0, asked = false }: How = {},
): Promise<void> {
  const condition = 'orderId' in which ? tx`c.order_id = ${which.orderId}` : tx`c.id = ${which.consultationId}`
  await tx`
    with left_over as (
      insert into notification (account_id, consultation_id, type, starts_at, due_at, asked)
      select coalesce(p.account_id, h.account_id), c.id, ${type}, c.starts_at,
        clock_timestamp() + make_interval(secs => ${afterSeconds}),
        ${asked} and coalesce(${type} <> 'booked' or o.created_at > clock_timestamp() - ${STILL_WAITING}::interval, true)
      from consultation c join patient p on p.id = c.patient_id left join patient h on h.id = p.holder_id
      left join care_order o on o.id = c.order_id
      where ${condition} and coalesce(p.account_id, h.account_id) is not null
      returning id, due_at)
    select ${queueSending(tx)} from left_over`
}

/** As `enqueueNotification`, about a subscription, for its holder. */
export async function enqueuePlanNotification(
  tx: Tx,
  { id: subscriptionId, accountId }: { id: string; accountId: string },
  type: PlanNotificationKind,
  afterSeconds = 0,
): Promise<void> {
  await enqueueNotification(tx, { type, accountId, subscriptionId, afterSeconds })
}

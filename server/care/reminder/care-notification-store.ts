import type { ConsultationSnapshot } from '@cuida/core/care/reminder/notification-relevance.ts'
import type { ConsultationStatus } from '@cuida/core/consultation/status/status.ts'
import type { CareNotificationKind } from '@cuida/core/notifications/choice/notifications.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { Notification } from '../../notifications/notification.ts'

export interface CareNotification extends Notification {
  type: CareNotificationKind
  /** The current state of the consultation. */
  about: {
    id: string
    status: ConsultationStatus
    startsAt: Date | null
    endsAt: Date | null
    calendarSequence: number
  } & Pick<ConsultationSnapshot, 'isAway' | 'areTimesOffered' | 'isPrescribed'>
  /** Owed or completed, in minor units. */
  refund: { amount: number; currency: string }
}

/** The consultation of a notification, and its refund; undefined when it no longer exists. */
export async function findCareNotification(
  sql: Sql,
  { consultationId }: Notification,
): Promise<Pick<CareNotification, 'about' | 'refund'> | undefined> {
  const [row] = await sql<(CareNotification['about'] & CareNotification['refund'])[]>`
    select c.id, c.status, c.starts_at as "startsAt", c.ends_at as "endsAt", c.calendar_sequence as "calendarSequence", c.away_at is not null as "isAway",
      coalesce(c.times_offered_for = c.starts_at, false) as "areTimesOffered",
      exists (select 1 from prescription where consultation_id = c.id and state = 'issued') as "isPrescribed",
      coalesce(o.currency, 'EUR') as currency,
      (select coalesce(sum(greatest(refund_owed, refunded)), 0)::int from payment_attempt where order_id = o.id) as amount
    from consultation c left join care_order o on o.id = c.order_id where c.id = ${consultationId}`
  if (!row) return undefined
  const { amount, currency, ...about } = row
  return { about, refund: { amount, currency } }
}

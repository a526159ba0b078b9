import type { PlanNotificationKind } from '@cuida/core/notifications/choice/notifications.ts'
import type { PlanState } from '@cuida/core/subscription/plan-notification-relevance.ts'
import type { Sql } from '../kit/db/db.ts'
import type { Notification } from '../notifications/notification.ts'

export interface PlanNotification extends Notification {
  type: PlanNotificationKind
  about: PlanState & { id: string; paidUntil: Date | null }
}

/** The subscription of a notification; undefined when it no longer exists. */
export async function findPlanOf(
  sql: Sql,
  { subscriptionId }: Notification,
): Promise<PlanNotification['about'] | undefined> {
  const [plan] = await sql<PlanNotification['about'][]>`
    select id, status, current_period_end as "paidUntil", on_hold_at is not null as "isOnHold"
    from subscription where id = ${subscriptionId}`
  return plan
}

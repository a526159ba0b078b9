import type { PlanNews } from '@cuida/core/news/choice/notifications.ts'
import { isStillPlanNews } from '@cuida/core/subscription/still-plan-news.ts'
import type { NotificationDefinition } from '../notifications/notification.ts'
import { findPlanOf } from './plan-notification-store.ts'
import { planContent } from './plan-words.ts'

const definitionOf = (type: PlanNews): NotificationDefinition => ({
  channels: 'chosen',
  undelivered: type,
  async content(services, notification, timeZone) {
    const about = await findPlanOf(services.db, notification)
    if (!about || !isStillPlanNews({ ...notification, kind: type }, about, services.now())) return undefined
    return planContent(services, { ...notification, type, about }, timeZone)
  },
})

/** What a patient is told of a subscription. */
export const planNotifications: Record<PlanNews, NotificationDefinition> = {
  'plan-paused': definitionOf('plan-paused'),
  'plan-resumed': definitionOf('plan-resumed'),
  'plan-released': definitionOf('plan-released'),
}

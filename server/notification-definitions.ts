import { accessNotifications } from './access/notifications.ts'
import { offerNotifications } from './booking/waitlist/offer-notifications.ts'
import { emergencyAccessOpened } from './care/record/emergency-access-notification.ts'
import { careNotifications } from './care/reminder/care-notifications.ts'
import type { NotificationDefinitions } from './notifications/notification.ts'
import { staffNotifications } from './notifications/staff/staff-notifications.ts'
import { accountNotifications } from './profile/account/account-notifications.ts'
import { planNotifications } from './subscription/plan-notifications.ts'
import { supportNotifications } from './support/notifications.ts'

/** Every notification type, defined in its area. A type without a definition does not compile. */
export const notificationDefinitions: NotificationDefinitions = {
  ...careNotifications,
  ...planNotifications,
  ...offerNotifications,
  ...supportNotifications,
  ...staffNotifications,
  ...accessNotifications,
  ...accountNotifications,
  'record-opened': emergencyAccessOpened,
}

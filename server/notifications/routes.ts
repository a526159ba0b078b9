import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { notificationRoutes } from './choice/notification-routes.ts'
import { messageWebhook } from './delivery/message-webhook.ts'
import { undeliveredRoutes } from './delivery/undelivered-routes.ts'
import { staffNotificationRoutes } from './staff/staff-notification-routes.ts'

/** How somebody wants to hear of what is new, what became of it, and whom nobody could tell. */
export function notificationsRoutes(app: FastifyInstance, services: Services): void {
  notificationRoutes(app, services)
  staffNotificationRoutes(app, services)
  undeliveredRoutes(app, services)
  void app.register(messageWebhook(services))
}

import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { notificationRoutes } from './choice/notification-routes.ts'
import { messageWebhook } from './delivery/message-webhook.ts'
import { untoldRoutes } from './delivery/untold-routes.ts'
import { staffNewsRoutes } from './staff/staff-news-routes.ts'

/** How somebody wants to hear of what is new, what became of it, and whom nobody could tell. */
export function newsRoutes(app: FastifyInstance, services: Services): void {
  notificationRoutes(app, services)
  staffNewsRoutes(app, services)
  untoldRoutes(app, services)
  void app.register(messageWebhook(services))
}

import { listUndelivered, resolveUndelivered } from '@cuida/core/notifications/delivery/undelivered-api.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '../kit/audit.ts'
import { serve } from '../kit/http/serve.ts'
import { lockActiveStaff } from '../kit/session/staff-store.ts'
import type { Services } from '../services.ts'
import { notificationRoutes } from './choice/notification-routes.ts'
import { messageWebhook } from './delivery/message-webhook.ts'
import { findUndelivered, findUndeliveredById, resolveUndelivered as settle } from './delivery/undelivered-store.ts'
import { staffNotificationRoutes } from './staff/staff-notification-routes.ts'

/** Notification settings, the provider's status callbacks and undelivered notifications. */
export function notificationsRoutes(app: FastifyInstance, services: Services): void {
  notificationRoutes(app, services)
  staffNotificationRoutes(app, services)
  undeliveredRoutes(app, services)
  void app.register(messageWebhook(services))
}

/** Undelivered notifications: a manager phones the recipient and resolves the task. */
function undeliveredRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listUndelivered, (query, { db }) => findUndelivered(db, query))
  serve(app, services, resolveUndelivered, async ({ id, reason }, { db, caller: { staffId }, refuse }) =>
    db.begin(async (tx) => {
      const task = (await findUndeliveredById(tx, id)) ?? refuse('TASK_NOT_FOUND')
      await lockActiveStaff(tx, staffId)
      if (!(await settle(tx, id, { staffId, reason }))) refuse('CHANGED_MEANWHILE')
      const detail = { undelivered: task.kind }
      await audit(tx, services.secrets, { staffId, act: 'resolve-task', subject: { kind: 'task', id }, reason, detail })
      return (await findUndeliveredById(tx, id)) ?? refuse('TASK_NOT_FOUND')
    }),
  )
}

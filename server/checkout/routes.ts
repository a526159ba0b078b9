import { findDeskOrders, getDeskOrder, listDeskOrders } from '@cuida/core/checkout/order/desk-order-api.ts'
import { listMoneyTasks, resolveMoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import type { FastifyInstance } from 'fastify'
import { SEARCHES_OF_STAFF } from '../access/rate-limits.ts'
import { audit, auditRead } from '../kit/audit.ts'
import { mapPage } from '../kit/db/read-page.ts'
import { refuseCardNumbers } from '../kit/http/card-guard.ts'
import { serve } from '../kit/http/serve.ts'
import { consumeRateLimit } from '../kit/limit/rate-limit.ts'
import { lockActiveStaff } from '../kit/session/staff-store.ts'
import type { Services } from '../services.ts'
import { cardRoutes, challengeRoutes } from './card/card-routes.ts'
import { deskDisputeRoutes } from './dispute/desk-dispute-routes.ts'
import { reviveInvoice } from './invoice/invoice-store.ts'
import { findDeskOrder } from './order/desk-order-detail-store.ts'
import { parseOrderSearch } from './order/desk-order-search.ts'
import { findOrders, searchOrders } from './order/desk-order-store.ts'
import { orderRoutes } from './order/order-routes.ts'
import { paymentRoutes, pixRoutes } from './payment/payment-routes.ts'
import { webhookRoutes } from './payment/webhook/webhook-routes.ts'
import { deskCampaignRoutes, deskPromoRoutes, discountRoutes, promoRoutes } from './promo/promo-routes.ts'
import { findTask, findTasks, type KnownTask, resolveTask } from './reconciliation/desk-task-store.ts'
import { deskRefundRoutes } from './refund/desk-refund-routes.ts'
import { deskChargeRefundRoutes, deskSubscriptionRoutes } from './subscription/desk-subscription-routes.ts'

export function checkoutRoutes(app: FastifyInstance, services: Services): void {
  cardRoutes(app, services)
  challengeRoutes(app, services)
  pixRoutes(app, services)
  paymentRoutes(app, services)
  void app.register(webhookRoutes(services))
  discountRoutes(app, services)
  deskPromoRoutes(app, services)
  deskCampaignRoutes(app, services)
  deskOrderRoutes(app, services)
  deskRefundRoutes(app, services)
  deskTaskRoutes(app, services)
  deskDisputeRoutes(app, services)
  deskSubscriptionRoutes(app, services)
  deskChargeRefundRoutes(app, services)
  void app.register(async (scope) => {
    refuseCardNumbers(scope)
    orderRoutes(scope, services)
    promoRoutes(scope, services)
  })
}

/** Orders at the desk. Searching for a person and opening an order are audited. */
function deskOrderRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  serve(app, services, listDeskOrders, (query, { db }) => findOrders(db, query))
  serve(app, services, findDeskOrders, async ({ query }, { db, caller: { staffId } }) => {
    await consumeRateLimit(db, secrets, SEARCHES_OF_STAFF, staffId)
    const sought = parseOrderSearch(query, services.config.countryCodes)
    const found = await searchOrders(db, sought)
    // The audit omits the search text: a phone number must not stay in a record that is kept for ever.
    const detail = { orders: true, by: Object.keys(sought)[0], found: found.items.map(({ id }) => id) }
    await db.begin((tx) => audit(tx, secrets, { staffId, act: 'search', detail }))
    return found
  })
  serve(app, services, getDeskOrder, async ({ id }, { db, caller: { staffId }, refuse }) => {
    const order = (await findDeskOrder(db, id, staffId)) ?? refuse('ORDER_NOT_FOUND')
    await auditRead(db, secrets, { staffId, subject: { kind: 'order', id } })
    return order
  })
}

/** Desk tasks from the nightly reconciliation and from payments on hold. */
function deskTaskRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  const withCurrency = (task: KnownTask) => ({ ...task, currency: task.currency ?? services.config.currency })
  serve(app, services, listMoneyTasks, async (query, { db }) => mapPage(await findTasks(db, query), withCurrency))
  serve(app, services, resolveMoneyTask, async ({ id, reason, again }, { db, caller: { staffId }, refuse }) =>
    db.begin(async (tx) => {
      if (!(await findTask(tx, id))) refuse('TASK_NOT_FOUND')
      await lockActiveStaff(tx, staffId)
      if (!(await resolveTask(tx, id, { staffId, reason }))) refuse('CHANGED_MEANWHILE')
      if (again && !(await reviveInvoice(tx, id))) refuse('CHANGED_MEANWHILE')
      const detail = again ? { again } : {}
      await audit(tx, secrets, { staffId, act: 'resolve-task', subject: { kind: 'task', id }, reason, detail })
      return withCurrency((await findTask(tx, id)) ?? refuse('TASK_NOT_FOUND'))
    }),
  )
}

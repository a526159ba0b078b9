import type { FastifyInstance } from 'fastify'
import { refuseCardNumbers } from '../kit/http/card-guard.ts'
import type { Services } from '../services.ts'
import { cardRoutes } from './card/card-routes.ts'
import { challengeRoutes } from './card/challenge-routes.ts'
import { deskDisputeRoutes } from './dispute/desk-dispute-routes.ts'
import { deskMonthRefundRoutes } from './months/desk-month-refund-routes.ts'
import { deskSubscriptionRoutes } from './months/desk-subscription-routes.ts'
import { deskOrderRoutes } from './order/desk-order-routes.ts'
import { orderRoutes } from './order/order-routes.ts'
import { paymentRoutes } from './payment/payment-routes.ts'
import { webhookRoutes } from './payment/webhook/webhook-routes.ts'
import { pixRoutes } from './pix/pix-routes.ts'
import { deskCampaignRoutes } from './promo/desk-campaign-routes.ts'
import { deskPromoRoutes } from './promo/desk-promo-routes.ts'
import { discountRoutes } from './promo/discount-routes.ts'
import { promoRoutes } from './promo/promo-routes.ts'
import { deskTaskRoutes } from './reconciliation/desk-task-routes.ts'
import { deskRefundRoutes } from './refund/desk-refund-routes.ts'

/** From the price to the invoice, and what a desk does about money. */
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
  deskMonthRefundRoutes(app, services)
  void app.register(async (scope) => {
    refuseCardNumbers(scope)
    orderRoutes(scope, services)
    promoRoutes(scope, services)
  })
}

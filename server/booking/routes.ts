import type { FastifyInstance } from 'fastify'
import { refuseCardNumbers } from '../kit/card-guard.ts'
import type { Services } from '../services.ts'
import { calendarRoutes } from './calendar-routes.ts'
import { cartRoutes } from './cart-routes.ts'
import { deskAgendaRoutes } from './desk-agenda-routes.ts'
import { deskOfferRoutes } from './desk-offer-routes.ts'
import { lockRoutes } from './lock-routes.ts'
import { waitlistRoutes } from './waitlist-routes.ts'

/** From symptoms to a held time. Sends nothing, charges nothing: that is checkout. */
export function bookingRoutes(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    refuseCardNumbers(scope)
    cartRoutes(scope, services)
    calendarRoutes(scope, services)
    lockRoutes(scope, services)
  })
  waitlistRoutes(app, services)
  deskAgendaRoutes(app, services)
  deskOfferRoutes(app, services)
}

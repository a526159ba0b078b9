import type { FastifyInstance } from 'fastify'
import { refuseCardNumbers } from '../kit/http/card-guard.ts'
import type { Services } from '../services.ts'
import { deskAgendaRoutes, deskOfferRoutes } from './agenda/desk-agenda-routes.ts'
import { calendarRoutes, clinicianDirectoryRoutes, lockRoutes } from './calendar/calendar-routes.ts'
import { cartRoutes } from './cart/cart-routes.ts'
import { waitlistRoutes } from './waitlist/waitlist-routes.ts'

/** From the symptoms to the held time. Payment and messages belong to checkout. */
export function bookingRoutes(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    refuseCardNumbers(scope)
    cartRoutes(scope, services)
    calendarRoutes(scope, services)
    clinicianDirectoryRoutes(scope, services)
    lockRoutes(scope, services)
  })
  waitlistRoutes(app, services)
  deskAgendaRoutes(app, services)
  deskOfferRoutes(app, services)
}

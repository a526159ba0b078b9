import type { FastifyInstance } from 'fastify'
import { refuseCardNumbers } from '../kit/card-guard.ts'
import type { Services } from '../services.ts'
import { cartRoutes } from './cart-routes.ts'
import { slotRoutes } from './slot-routes.ts'

/** From symptoms to a held time. A cart claims a time when the patient enters checkout and gives it back on the way back. */
export function bookingRoutes(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    refuseCardNumbers(scope)
    cartRoutes(scope, services)
    slotRoutes(scope, services)
  })
}

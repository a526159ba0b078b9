import { me } from '@cuida/core/profile/api.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../kit/serve.ts'
import type { Services } from '../services.ts'
import { accountRoutes } from './account-routes.ts'
import { addressRoutes } from './address-routes.ts'
import { agreementRoutes } from './agreement-routes.ts'
import { dependantRoutes } from './dependant-routes.ts'
import { emailChangeRoutes } from './email-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { notificationRoutes } from './notification-routes.ts'
import { phoneChangeRoutes } from './phone-routes.ts'
import { postalCodeRoutes } from './postal-code-routes.ts'
import { ownProfile } from './profile-store.ts'

export function profileRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, me, (_, { db, caller }) => ownProfile(db, caller.accountId))
  accountRoutes(app, services)
  agreementRoutes(app, services)
  notificationRoutes(app, services)
  phoneChangeRoutes(app, services)
  emailChangeRoutes(app, services)
  addressRoutes(app, services)
  postalCodeRoutes(app, services)
  exportRoutes(app, services)
  dependantRoutes(app, services)
}

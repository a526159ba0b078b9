import { me } from '@cuida/core/profile/account/api.ts'
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { serve } from '../kit/http/serve.ts'
import type { Services } from '../services.ts'
import { accountRoutes } from './account/account-routes.ts'
import { agreementRoutes } from './account/agreement-routes.ts'
import { emailChangeRoutes } from './account/email-routes.ts'
import { phoneChangeRoutes } from './account/phone-routes.ts'
import { ownProfile } from './account/profile-store.ts'
import { addressRoutes } from './address/address-routes.ts'
import { postalCodeRoutes } from './address/postal-code-routes.ts'
import { deletionRoutes } from './deletion/deletion-routes.ts'
import { exportRoutes } from './deletion/export-routes.ts'
import { dependantRoutes } from './family/dependant-routes.ts'

export function profileRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, me, (_, { db, caller }) => ownProfile(db, caller.accountId))
  accountRoutes(app, services)
  agreementRoutes(app, services)
  phoneChangeRoutes(app, services)
  emailChangeRoutes(app, services)
  addressRoutes(app, services)
  postalCodeRoutes(app, services)
  exportRoutes(app, services)
  dependantRoutes(app, services)
  // Leaving takes the cookie along.
  void app.register(async (scope) => {
    await scope.register(cookie)
    deletionRoutes(scope, services)
  })
}

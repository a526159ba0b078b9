import { me } from '@cuida/core/profile/api.ts'
import type { FastifyInstance } from 'fastify'
import { Unauthorized } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import type { Services } from '../services.ts'
import { accountRoutes } from './account-routes.ts'
import { addressRoutes } from './address-routes.ts'
import { deletionRoutes } from './deletion-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { phoneChangeRoutes } from './phone-routes.ts'
import { postalCodeRoutes } from './postal-code-routes.ts'
import { findProfile } from './profile-store.ts'

export function profileRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, me, async (_, { db, caller }) => {
    const profile = await findProfile(db, caller.accountId)
    // The session outlived its account by a moment.
    if (!profile) throw new Unauthorized()
    return profile
  })
  accountRoutes(app, services)
  phoneChangeRoutes(app, services)
  addressRoutes(app, services)
  postalCodeRoutes(app, services)
  deletionRoutes(app, services)
  exportRoutes(app, services)
}

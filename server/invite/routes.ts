import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { companyRoutes } from './company-routes.ts'
import { deskCompanyRoutes } from './desk-company-routes.ts'
import { deskLinkRoutes } from './desk-link-routes.ts'
import { referralRoutes } from './referral-routes.ts'

export function inviteRoutes(app: FastifyInstance, services: Services): void {
  referralRoutes(app, services)
  companyRoutes(app, services)
  deskCompanyRoutes(app, services)
  deskLinkRoutes(app, services)
}

import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { authenticatorRoutes } from './authenticator-routes.ts'
import { connectRoutes } from './connect-routes.ts'
import { firstPasswordRoute } from './first-password-route.ts'
import { googleRoutes } from './google-routes.ts'
import { joinRoutes } from './join-routes.ts'
import { loginRoutes } from './login-routes.ts'
import { phoneRoutes } from './phone-routes.ts'
import { recoveryRoutes } from './recovery-routes.ts'
import { registrationRoutes } from './registration-routes.ts'
import { securityRoutes } from './security-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { socialRoutes } from './social-routes.ts'
import { teamRoutes } from './team-routes.ts'

export function accessRoutes(app: FastifyInstance, services: Services): void {
  phoneRoutes(app, services)
  registrationRoutes(app, services)
  loginRoutes(app, services)
  recoveryRoutes(app, services)
  sessionRoutes(app, services)
  connectRoutes(app, services)
  socialRoutes(app, services)
  securityRoutes(app, services)
  firstPasswordRoute(app, services)
  googleRoutes(app, services)
  authenticatorRoutes(app, services)
  teamRoutes(app, services)
  joinRoutes(app, services)
}

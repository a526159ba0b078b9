import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { peopleRoutes } from './people/people-routes.ts'
import { photoRoutes } from './photo/photo-routes.ts'
import { firstPasswordRoute, recoveryRoutes } from './recovery/recovery-routes.ts'
import { phoneRoutes, registrationRoutes } from './registration/registration-routes.ts'
import { authenticatorRoutes } from './security/authenticator-routes.ts'
import { securityRoutes } from './security/security-routes.ts'
import { deskSessionRoutes, sessionRoutes } from './session/session-routes.ts'
import { loginRoutes } from './sign-in/login-routes.ts'
import { connectRoutes } from './social/connect-routes.ts'
import { googleRoutes } from './social/google-routes.ts'
import { socialRoutes } from './social/social-routes.ts'
import { staffRoutes } from './staff-routes.ts'
import { joinRoutes } from './team/join-routes.ts'
import { teamRoutes } from './team/team-routes.ts'

/** Where people come in and go out. */
export function accessRoutes(app: FastifyInstance, services: Services): void {
  peopleRoutes(app, services)
  void app.register(photoRoutes(services))
  void app.register(doors(services))
}

/** The calls that read or set a cookie. */
const doors = (services: Services) => async (app: FastifyInstance) => {
  await app.register(cookie)
  staffRoutes(app, services)
  phoneRoutes(app, services)
  registrationRoutes(app, services)
  loginRoutes(app, services)
  recoveryRoutes(app, services)
  sessionRoutes(app, services)
  deskSessionRoutes(app, services)
  connectRoutes(app, services)
  socialRoutes(app, services)
  securityRoutes(app, services)
  firstPasswordRoute(app, services)
  googleRoutes(app, services)
  authenticatorRoutes(app, services)
  teamRoutes(app, services)
  joinRoutes(app, services)
}

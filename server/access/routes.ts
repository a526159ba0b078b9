import { staffLogin, staffMe, verifyStaffTotp } from '@cuida/core/access/team/staff-api.ts'
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { Unauthorized } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import type { Services } from '../services.ts'
import { apiKeyRoutes } from './api-key/api-key-routes.ts'
import { oauthRoutes } from './api-key/oauth-routes.ts'
import { passkeyRoutes } from './passkey/passkey-routes.ts'
import { peopleRoutes } from './people/people-routes.ts'
import { photoRoutes } from './photo/photo-routes.ts'
import { findPhoto } from './photo/photo-store.ts'
import { firstPasswordRoute, recoveryRoutes } from './recovery/recovery-routes.ts'
import { phoneRoutes, registrationRoutes } from './registration/registration-routes.ts'
import { authenticatorRoutes, securityRoutes } from './security/security-routes.ts'
import { deskSessionRoutes, sessionRoutes } from './session/session-routes.ts'
import { loginRoutes } from './sign-in/login-routes.ts'
import { enterDesk, staffRefusal, tryStaffPassword, tryStaffTotp } from './sign-in/staff-sign-in.ts'
import { connectRoutes } from './social/connect-routes.ts'
import { googleRoutes, socialRoutes } from './social/social-routes.ts'
import { findStaff, findStaffByEmail } from './staff-store.ts'
import { joinRoutes, teamRoutes } from './team/team-routes.ts'
import { webhookRoutes } from './webhook/webhook-routes.ts'

export function accessRoutes(app: FastifyInstance, services: Services): void {
  peopleRoutes(app, services)
  void app.register(photoRoutes(services))
  void app.register(publicRoutes(services))
  void app.register(oauthRoutes(services))
}

/** Routes that read or set a cookie. */
const publicRoutes = (services: Services) => async (app: FastifyInstance) => {
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
  passkeyRoutes(app, services)
  teamRoutes(app, services)
  apiKeyRoutes(app, services)
  webhookRoutes(app, services)
  joinRoutes(app, services)
}

/** Staff sign-in: password, then always the authenticator (product 3.10). */
function staffRoutes(app: FastifyInstance, services: Services): void {
  const { db, tokens } = services

  serve(app, services, staffLogin, async ({ email, password }, { request, refuse }) => {
    const staff = await findStaffByEmail(db, email)
    const right = await tryStaffPassword(services, request, { email, password, staff })
    if (!staff || !right) return refuse('WRONG_CREDENTIALS')
    const refusal = staffRefusal(staff)
    if (refusal) return refuse(refusal)
    return { accessToken: await tokens.sign('staff-totp', { subject: staff.id, mfa: 'PENDING' }) }
  })

  serve(app, services, verifyStaffTotp, async ({ code }, { caller, request, reply, refuse }) => {
    const staff = await findStaff(db, caller.claims.subject)
    if (!staff) throw new Unauthorized()
    if (!(await tryStaffTotp(services, request, staff, code))) return refuse('WRONG_CODE')
    return enterDesk(services, staff, { request, reply, refuse })
  })

  serve(app, services, staffMe, async (_, { caller }) => {
    const staff = await findStaff(db, caller.staffId)
    if (!staff) throw new Unauthorized()
    return { ...staff, photoUrl: staff.clinicianId ? await findPhoto(db, staff.clinicianId) : null }
  })
}

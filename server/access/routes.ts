import { staffLogin, staffMe, verifyStaffTotp } from '@cuida/core/access/team/staff-api.ts'
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { Unauthorized } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import type { Services } from '../services.ts'
import { apiKeyRoutes } from './api-key/api-key-routes.ts'
import { oauthRoutes } from './api-key/oauth-routes.ts'
import { peopleRoutes } from './people/people-routes.ts'
import { photoRoutes } from './photo/photo-routes.ts'
import { findPhoto } from './photo/photo-store.ts'
import { firstPasswordRoute, recoveryRoutes } from './recovery/recovery-routes.ts'
import { phoneRoutes, registrationRoutes } from './registration/registration-routes.ts'
import { authenticatorRoutes, securityRoutes } from './security/security-routes.ts'
import { stepOfCode } from './security/totp.ts'
import { completeSignIn } from './session/known-device.ts'
import { deskSessionRoutes, sessionRoutes } from './session/session-routes.ts'
import { openSession } from './session/sessions.ts'
import { clientOf } from './session/token-delivery.ts'
import { loginRoutes } from './sign-in/login-routes.ts'
import { countCodeTry } from './sign-in/second-factor.ts'
import { tryPassword } from './sign-in/try-password.ts'
import { connectRoutes } from './social/connect-routes.ts'
import { googleRoutes, socialRoutes } from './social/social-routes.ts'
import { findStaff, findStaffByEmail, takeTotpStep } from './staff-store.ts'
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
  teamRoutes(app, services)
  apiKeyRoutes(app, services)
  webhookRoutes(app, services)
  joinRoutes(app, services)
}

/** Staff sign-in: password, then always the authenticator (product 3.10). */
function staffRoutes(app: FastifyInstance, services: Services): void {
  const { db, tokens, secrets } = services

  serve(app, services, staffLogin, async ({ email, password }, { request, refuse }) => {
    const staff = await findStaffByEmail(db, email)
    const right = await tryPassword(services, request, { name: `staff ${email.toLowerCase()}`, password, owner: staff })
    if (!staff || !right) return refuse('WRONG_CREDENTIALS')
    if (staff.status === 'blocked') return refuse('BLOCKED_USER')
    if (staff.isLinkDue) return refuse('LINK_DUE')
    return { accessToken: await tokens.sign('staff-totp', { subject: staff.id, mfa: 'PENDING' }) }
  })

  serve(app, services, verifyStaffTotp, async ({ code }, { caller, request, reply, now, refuse }) => {
    const staffId = caller.claims.subject
    const staff = await findStaff(db, staffId)
    if (!staff) throw new Unauthorized()
    const step = stepOfCode(secrets, staff.totpSecret, code, now())
    const isRight = async () => step !== undefined && (await takeTotpStep(db, staffId, step))
    if (!(await countCodeTry(services, request, staffId, isRight))) return refuse('WRONG_CODE')
    if (staff.status === 'blocked') return refuse('BLOCKED_USER')
    if (staff.isLinkDue) return refuse('LINK_DUE')
    const session = await db.begin((tx) => openSession(tx, { staffId }, clientOf(request)))
    return completeSignIn(services, 'desk', session, { request, reply })
  })

  serve(app, services, staffMe, async (_, { caller }) => {
    const staff = await findStaff(db, caller.staffId)
    if (!staff) throw new Unauthorized()
    return { ...staff, photoUrl: staff.clinicianId ? await findPhoto(db, staff.clinicianId) : null }
  })
}

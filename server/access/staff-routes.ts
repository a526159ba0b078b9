import { staffLogin, staffMe, staffTotp } from '@cuida/core/access/team/staff-api.ts'
import type { FastifyInstance } from 'fastify'
import { Unauthorized } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import type { Services } from '../services.ts'
import { findPhoto } from './photo/photo-store.ts'
import { stepOfCode } from './security/totp.ts'
import { admit } from './session/known-device.ts'
import { openSession } from './session/sessions.ts'
import { clientOf } from './session/token-delivery.ts'
import { tryPassword } from './sign-in/attempts.ts'
import { counted } from './sign-in/second-factor.ts'
import { findStaff, findStaffByEmail, takeTotpStep } from './staff-store.ts'

/** The desk's door: password, then always the authenticator (product 3.10). */
export function staffRoutes(app: FastifyInstance, services: Services): void {
  const { db, tokens, secrets } = services

  serve(app, services, staffLogin, async ({ email, password }, { request, refuse }) => {
    const staff = await findStaffByEmail(db, email)
    const right = await tryPassword(services, request, { name: `staff ${email.toLowerCase()}`, password, owner: staff })
    if (!staff || !right) return refuse('WRONG_CREDENTIALS')
    if (staff.status === 'blocked') return refuse('BLOCKED_USER')
    if (staff.isLinkDue) return refuse('LINK_DUE')
    return { accessToken: await tokens.sign('staff-totp', { subject: staff.id, mfa: 'PENDING' }) }
  })

  serve(app, services, staffTotp, async ({ code }, { caller, request, reply, now, refuse }) => {
    const staffId = caller.claims.subject
    const staff = await findStaff(db, staffId)
    if (!staff) throw new Unauthorized()
    const step = stepOfCode(secrets, staff.totpSecret, code, now())
    const isRight = async () => step !== undefined && (await takeTotpStep(db, staffId, step))
    if (!(await counted(services, request, staffId, isRight))) return refuse('WRONG_CODE')
    if (staff.status === 'blocked') return refuse('BLOCKED_USER')
    if (staff.isLinkDue) return refuse('LINK_DUE')
    const session = await db.begin((tx) => openSession(tx, { staffId }, clientOf(request)))
    return admit(services, 'desk', session, { request, reply })
  })

  serve(app, services, staffMe, async (_, { caller }) => {
    const staff = await findStaff(db, caller.staffId)
    if (!staff) throw new Unauthorized()
    return { ...staff, photoUrl: staff.clinicianId ? await findPhoto(db, staff.clinicianId) : null }
  })
}

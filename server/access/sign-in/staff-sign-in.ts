import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import { stepOfCode } from '../security/totp.ts'
import { completeSignIn } from '../session/known-device.ts'
import { openSession } from '../session/sessions.ts'
import { clientOf } from '../session/token-delivery.ts'
import { type Staff, takeTotpStep } from '../staff-store.ts'
import { countCodeTry } from './second-factor.ts'
import { tryPassword } from './try-password.ts'

export const tryStaffPassword = (
  services: Services,
  request: FastifyRequest,
  { email, password, staff }: { email: string; password: string; staff: Staff | undefined },
) => tryPassword(services, request, { name: `staff ${email.toLowerCase()}`, password, owner: staff })

/** Checks an authenticator code of a member of staff and uses it up. */
export function tryStaffTotp(
  services: Services,
  request: FastifyRequest,
  { id, totpSecret }: Staff,
  code: string,
): Promise<boolean> {
  const step = stepOfCode(services.secrets, totpSecret, code, services.now())
  return countCodeTry(
    services,
    request,
    id,
    async () => step !== undefined && (await takeTotpStep(services.db, id, step)),
  )
}

/** Why this member cannot sign in, whichever way they came. */
export function staffRefusal({ status, isLinkDue }: Staff): 'BLOCKED_USER' | 'LINK_DUE' | undefined {
  if (status === 'blocked') return 'BLOCKED_USER'
  return isLinkDue ? 'LINK_DUE' : undefined
}

/** Opens a desk session for a member who has given every required factor. */
export async function enterDesk(
  services: Services,
  staff: Staff,
  {
    request,
    reply,
    refuse,
  }: { request: FastifyRequest; reply: FastifyReply; refuse: (code: 'BLOCKED_USER' | 'LINK_DUE') => never },
) {
  const refusal = staffRefusal(staff)
  if (refusal) return refuse(refusal)
  const session = await services.db.begin((tx) => openSession(tx, { staffId: staff.id }, clientOf(request)))
  return completeSignIn(services, 'desk', session, { request, reply })
}

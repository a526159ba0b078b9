import { changePassword, endMySession, mySessions, security } from '@cuida/core/access/security/security-api.ts'
import { passwordProblem } from '@cuida/core/profile/account/password.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Invalid, Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { type Account, findAccount, setPassword } from '../account-store.ts'
import { voidVerifications } from '../code/verification-store.ts'
import { leaveSecurityNotice } from '../notifications.ts'
import { hashPassword } from '../passwords.ts'
import { broughtDevice } from '../session/known-device.ts'
import { forgetDevices } from '../session/known-device-store.ts'
import { endOwnSession, endSessionsOf, listOpenSessions } from '../session/session-store.ts'
import { tryPassword } from '../sign-in/attempts.ts'
import { factorOf } from '../sign-in/second-factor.ts'
import { isLinked } from '../social/social-store.ts'
import { countRecoveryCodes } from './authenticator-store.ts'

/** What a patient sees and does about the security of their account. */
export function securityRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  serve(app, services, security, async (_, { caller: { accountId } }) => {
    const secondFactor: 'none' | 'sms' | 'totp' = (await factorOf(services, accountId)) ?? 'none'
    const account = await findAccount(db, accountId)
    return {
      secondFactor,
      recoveryCodesLeft: await countRecoveryCodes(db, accountId),
      hasPassword: account?.passwordHash !== null,
      google: await googleOf(services, accountId),
    }
  })

  serve(app, services, changePassword, async ({ currentPassword, password }, { caller, request, refuse }) => {
    const problem = passwordProblem(password)
    if (problem) throw new Invalid({ password: problem })
    const { accountId, sessionId } = caller
    if (!(await passwordAgain(services, request, accountId, currentPassword))) return refuse('WRONG_PASSWORD')
    const passwordHash = await hashPassword(password)
    await db.begin(async (tx) => {
      await setPassword(tx, accountId, passwordHash)
      await endSessionsOf(tx, { accountId }, 'password', sessionId)
      await voidVerifications(tx, accountId)
      await forgetDevices(tx, accountId, broughtDevice(services, request))
      await leaveSecurityNotice(tx, accountId, 'password')
    })
    return null
  })

  serve(app, services, mySessions, async (_, { caller: { accountId, sessionId } }) => ({
    items: await listOpenSessions(db, { accountId }, sessionId, services.config.patientSessionLengthInMins),
  }))

  serve(app, services, endMySession, async ({ id }, { caller: { accountId, sessionId }, refuse }) => {
    const ended = id !== sessionId && (await db.begin((tx) => endOwnSession(tx, { accountId }, id)))
    return ended ? null : refuse('SESSION_NOT_FOUND')
  })
}

async function googleOf({ db, providers }: Services, accountId: string): Promise<'linked' | 'unlinked' | 'off'> {
  if (await isLinked(db, accountId)) return 'linked'
  return providers.identities ? 'unlinked' : 'off'
}

/** Whether whoever holds the session also knows the password. Wrong tries count like those at the door. */
export async function passwordAgain(
  services: Services,
  request: FastifyRequest,
  accountId: string,
  password: string,
): Promise<Account | undefined> {
  const account = await findAccount(services.db, accountId)
  if (!account) throw new Unauthorized()
  const right = await tryPassword(services, request, { name: account.phone, password, owner: account })
  return right ? account : undefined
}

import { setFirstPassword } from '@cuida/core/access/security/security-api.ts'
import { passwordProblem } from '@cuida/core/profile/account/password.ts'
import type { FastifyInstance } from 'fastify'
import { spendToken } from '../../kit/crypto/spent-token.ts'
import type { Claims } from '../../kit/crypto/tokens.ts'
import { Invalid } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { findAccount, setPassword } from '../account-store.ts'
import { findRecovered, voidVerifications } from '../code/verification-store.ts'
import { leaveSecurityNotice } from '../notifications.ts'
import { hashPassword } from '../passwords.ts'
import { broughtDevice } from '../session/known-device.ts'
import { forgetDevices } from '../session/known-device-store.ts'
import { endSessionsOf, lockAccount } from '../session/session-store.ts'

/**
 * Who came by Google only chooses a password without leaving: their phone was proved as for a recovery, and this session
 * goes on, since nobody knew a password that would have to be shut out.
 */
export function firstPasswordRoute(app: FastifyInstance, services: Services): void {
  const { db, tokens } = services
  serve(app, services, setFirstPassword, async ({ resetToken, password }, { caller, request, refuse }) => {
    const problem = passwordProblem(password)
    if (problem) throw new Invalid({ password: problem })
    const { accountId, sessionId } = caller
    const claims = await tokens.read(resetToken)
    const proof = claims?.purpose === 'reset' ? await findRecovered(db, claims.subject) : undefined
    // Somebody else's recovery, or too late: never 401, which would end this session.
    if (!claims || proof?.accountId !== accountId) return refuse('CODE_EXPIRED')
    const passwordHash = await hashPassword(password)
    const device = broughtDevice(services, request)
    const outcome = await save(services, { accountId, sessionId, passwordHash, claims, device })
    return outcome ? refuse(outcome) : null
  })
}

interface FirstPassword {
  accountId: string
  sessionId: string
  passwordHash: string
  claims: Claims
  device: Buffer | undefined
}

/** Under the account's lock, so that of two at once the second hears that there is one. */
function save({ db }: Services, { accountId, sessionId, passwordHash, claims, device }: FirstPassword) {
  return db.begin(async (tx) => {
    await lockAccount(tx, accountId)
    if ((await findAccount(tx, accountId))?.passwordHash !== null) return 'ALREADY_SET' as const
    if (!(await spendToken(tx, claims.id, claims.expiresAt))) return 'CODE_EXPIRED' as const
    await setPassword(tx, accountId, passwordHash)
    await endSessionsOf(tx, { accountId }, 'password', sessionId)
    await voidVerifications(tx, accountId)
    await forgetDevices(tx, accountId, device)
    await leaveSecurityNotice(tx, accountId, 'password')
    return undefined
  })
}

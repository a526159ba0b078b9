import { confirmRecovery, recover, resetPassword } from '@cuida/core/access/recovery/recovery-api.ts'
import { setFirstPassword } from '@cuida/core/access/security/security-api.ts'
import { passwordProblem } from '@cuida/core/profile/account/password.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { consumeToken } from '../../kit/crypto/single-use-token.ts'
import type { Claims } from '../../kit/crypto/tokens.ts'
import { InvalidInput, Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { type Account, findAccount, findAccountByPhone, setPassword } from '../account-store.ts'
import { confirmCode } from '../code/confirm-code.ts'
import { payForCode, startVerification } from '../code/verification.ts'
import { findRecoveryVerification, voidVerifications } from '../code/verification-store.ts'
import { enqueueSecurityNotice } from '../notifications.ts'
import { deleteNewPasskeys } from '../passkey/passkey-store.ts'
import { hashPassword } from '../passwords.ts'
import { isPhone, isPhoneAllowed } from '../phone.ts'
import { completeSignIn, deviceOfRequest, knownDevice } from '../session/known-device.ts'
import { forgetDevices } from '../session/known-device-store.ts'
import { endSessionsOf, lockAccount } from '../session/session-store.ts'
import { requiredSecondFactor, requireSecondFactor } from '../sign-in/second-factor.ts'
import { signIn } from '../sign-in/sign-in.ts'
import { tryPassword } from '../sign-in/try-password.ts'

/**
 * A reset removes passkeys of the last days, which a thief of the phone number may have added, and keeps the older
 * ones, which the thief must not remove (decision 0204).
 */
const NEW_PASSKEY_DAYS = 7

/** Password recovery with a code by SMS (A4.20). */
export function recoveryRoutes(app: FastifyInstance, services: Services): void {
  const { db, tokens } = services

  serve(app, services, recover, async ({ phone }, { request, locale, refuse }) => {
    if (!isPhone(phone)) throw new InvalidInput({ 'phone.number': 'INVALID' })
    if (!isPhoneAllowed(phone, services.config.countryCodes)) return refuse('PHONE_NOT_ALLOWED')
    const account = await findAccountByPhone(db, phone.number)
    // On a known device the owner has a separate allowance of codes, whatever strangers requested.
    const requester = (await knownDevice(services, request, account?.id)) ? 'device' : 'stranger'
    const isPaid = requester === 'stranger' && (await payForCode(services, request, phone))
    const target = { to: phone.number, accountId: account?.id ?? null, requester } as const
    // A number without an account takes the same steps; only the worker knows that there is nothing to send.
    const input = { purpose: 'recovery', ...target, locale, isPaid } as const
    return { accessToken: await tokens.sign('recovery', { subject: await startVerification(services, input) }) }
  })

  serve(app, services, confirmRecovery, async ({ code }, { caller, refuse }) => {
    const proof = await confirmCode(services, caller.claims.subject, 'recovery', code)
    if (typeof proof === 'string') return refuse(proof)
    return { accessToken: await tokens.sign('reset', { subject: proof.id }) }
  })

  serve(app, services, resetPassword, async ({ password }, { caller, request, reply, locale, refuse }) => {
    const problem = passwordProblem(password)
    if (problem) throw new InvalidInput({ password: problem })
    const account = await recoveredAccount(services, caller.claims)
    if (!(await reset(services, account.id, password, caller.claims))) {
      if (account.status === 'blocked') return refuse('BLOCKED_USER')
      await repeated(services, request, account, password)
    }
    // The recovery code already verified the phone, so an SMS code would prove nothing more (decision 0022); an
    // authenticator would.
    const factor = await requiredSecondFactor(services, account.id)
    if (factor === 'totp') return requireSecondFactor(services, account, factor, { request, locale })
    const session = await signIn(services, account.id, request, { makeRoom: true })
    if (typeof session === 'string') return refuse('BLOCKED_USER')
    return completeSignIn(services, 'patient', session, { request, reply })
  })
}

async function recoveredAccount({ db }: Services, { subject }: Claims): Promise<Account> {
  const proof = await findRecoveryVerification(db, subject)
  const account = proof?.accountId ? await findAccount(db, proof.accountId) : undefined
  if (!account) throw new Unauthorized()
  return account
}

/** False when the account is not active, or the token was already used. */
async function reset({ db }: Services, accountId: string, password: string, token: Claims): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return db.begin(async (tx) => {
    if ((await lockAccount(tx, accountId)) !== 'active') return false
    if (!(await consumeToken(tx, token.id, token.expiresAt))) return false
    await setPassword(tx, accountId, passwordHash)
    await endSessionsOf(tx, { accountId }, 'password')
    await voidVerifications(tx, accountId)
    await forgetDevices(tx, accountId)
    const removed = await deleteNewPasskeys(tx, { accountId }, NEW_PASSKEY_DAYS)
    await enqueueSecurityNotice(tx, accountId, 'password')
    if (removed > 0) await enqueueSecurityNotice(tx, accountId, 'passkeyOff')
    return true
  })
}

/**
 * For a client that lost the first response: the same token with the password that it set succeeds; anything else is
 * unauthorised.
 */
async function repeated(services: Services, request: FastifyRequest, account: Account, password: string) {
  const { passwordHash } = (await findAccount(services.db, account.id)) ?? account
  const owner = { id: account.id, passwordHash }
  if (!(await tryPassword(services, request, { name: account.phone, password, owner }))) throw new Unauthorized()
}

/**
 * An account that signs in only with Google sets a first password without leaving its session. The phone is verified
 * as for a recovery; sessions stay open, since no old password existed that could be known to others.
 */
export function firstPasswordRoute(app: FastifyInstance, services: Services): void {
  const { db, tokens } = services
  serve(app, services, setFirstPassword, async ({ resetToken, password }, { caller, request, refuse }) => {
    const problem = passwordProblem(password)
    if (problem) throw new InvalidInput({ password: problem })
    const { accountId, sessionId } = caller
    const claims = await tokens.read(resetToken)
    const proof = claims?.purpose === 'reset' ? await findRecoveryVerification(db, claims.subject) : undefined
    // The recovery belongs to another account, or has expired. Not 401, which would end this session.
    if (!claims || proof?.accountId !== accountId) return refuse('CODE_EXPIRED')
    const passwordHash = await hashPassword(password)
    const device = deviceOfRequest(services, request)
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

/**
 * Under the account's lock, so that the second of two concurrent requests finds the password that the first one set.
 */
function save({ db }: Services, { accountId, sessionId, passwordHash, claims, device }: FirstPassword) {
  return db.begin(async (tx) => {
    await lockAccount(tx, accountId)
    if ((await findAccount(tx, accountId))?.passwordHash !== null) return 'ALREADY_SET' as const
    if (!(await consumeToken(tx, claims.id, claims.expiresAt))) return 'CODE_EXPIRED' as const
    await setPassword(tx, accountId, passwordHash)
    await endSessionsOf(tx, { accountId }, 'password', sessionId)
    await voidVerifications(tx, accountId)
    await forgetDevices(tx, accountId, device)
    await enqueueSecurityNotice(tx, accountId, 'password')
    return undefined
  })
}

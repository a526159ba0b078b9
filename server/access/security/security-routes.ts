import {
  changePassword,
  confirmAuthenticator,
  endMySession,
  getSecurity,
  makeAuthenticatorSecret,
  mySessions,
  removeAuthenticator,
  renewRecoveryCodes,
} from '@cuida/core/access/security/security-api.ts'
import { passwordProblem } from '@cuida/core/profile/account/password.ts'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../kit/db/db.ts'
import { InvalidInput, Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { consumeRateLimit, restoreUse } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { findAccount, setPassword } from '../account-store.ts'
import { voidVerifications } from '../code/verification-store.ts'
import { enqueueSecurityNotice } from '../notifications.ts'
import { findCredentials } from '../passkey/passkey-store.ts'
import { confirmPassword, fullProofProblem, ownerProofProblem } from '../passkey/security-proof.ts'
import { hashPassword } from '../passwords.ts'
import { WRONG_TOTP_CODES } from '../rate-limits.ts'
import { deviceOfRequest } from '../session/known-device.ts'
import { forgetDevices } from '../session/known-device-store.ts'
import { endOwnSession, endSessionsOf, listOpenSessions } from '../session/session-store.ts'
import { requiredSecondFactor } from '../sign-in/second-factor.ts'
import { isLinked } from '../social/social-store.ts'
import {
  acceptNewSecret,
  countRecoveryCodes,
  deleteAuthenticator,
  findAuthenticator,
  findNewSecret,
  keepNewSecret,
  replaceRecoveryCodes,
} from './authenticator-store.ts'
import { hashesOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { encryptSecret, newSecret, stepOfCode, uriOfSecret } from './totp.ts'

export function securityRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  serve(app, services, getSecurity, async (_, { caller: { accountId } }) => {
    const secondFactor: 'none' | 'sms' | 'totp' = (await requiredSecondFactor(services, accountId)) ?? 'none'
    const account = await findAccount(db, accountId)
    return {
      secondFactor,
      recoveryCodesLeft: await countRecoveryCodes(db, accountId),
      hasPassword: account?.passwordHash !== null,
      hasPasskey: (await findCredentials(db, { accountId })).length > 0,
      google: await googleOf(services, accountId),
    }
  })

  serve(app, services, changePassword, async ({ currentPassword, password }, { caller, request, refuse }) => {
    const problem = passwordProblem(password)
    if (problem) throw new InvalidInput({ password: problem })
    const { accountId, sessionId } = caller
    if (!(await confirmPassword(services, request, accountId, currentPassword))) return refuse('WRONG_PASSWORD')
    const passwordHash = await hashPassword(password)
    await db.begin(async (tx) => {
      await setPassword(tx, accountId, passwordHash)
      await endSessionsOf(tx, { accountId }, 'password', sessionId)
      await voidVerifications(tx, accountId)
      await forgetDevices(tx, accountId, deviceOfRequest(services, request))
      await enqueueSecurityNotice(tx, accountId, 'password')
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

/** Authenticator app as a patient's second factor: stronger than a code by SMS (product 3.9). */
export function authenticatorRoutes(app: FastifyInstance, services: Services): void {
  const { db, secrets } = services

  serve(app, services, makeAuthenticatorSecret, async (proof, { caller: { accountId }, request, refuse }) => {
    const problem = await ownerProofProblem(services, request, accountId, proof)
    if (problem) return refuse(problem)
    const account = await findAccount(db, accountId)
    if (!account) throw new Unauthorized()
    const secret = newSecret()
    if (!(await keepNewSecret(db, accountId, encryptSecret(secrets, secret)))) return refuse('ALREADY_ON')
    return { secret, uri: uriOfSecret(secret, { issuer: services.config.partnerName, label: account.phone }) }
  })

  serve(app, services, confirmAuthenticator, async ({ code }, { caller: { accountId }, now, refuse }) => {
    if (await findAuthenticator(db, accountId)) return refuse('ALREADY_ON')
    const pending = (await findNewSecret(db, accountId)) ?? refuse('NOT_OFFERED')
    await consumeRateLimit(db, secrets, WRONG_TOTP_CODES, accountId)
    const step = stepOfCode(secrets, pending.secret, code, now())
    if (step === undefined) return refuse('WRONG_CODE')
    await restoreUse(db, secrets, WRONG_TOTP_CODES, accountId)
    const recoveryCodes = await db.begin(async (tx) => {
      if (!(await acceptNewSecret(tx, accountId, pending.secret, step))) return undefined
      await enqueueSecurityNotice(tx, accountId, 'authenticatorOn')
      return handOut(tx, accountId)
    })
    return recoveryCodes ? { recoveryCodes } : refuse('ALREADY_ON')
  })

  serve(app, services, renewRecoveryCodes, async (proof, { caller: { accountId }, request, refuse }) => {
    if (!(await findAuthenticator(db, accountId))) return refuse('NOT_ON')
    const problem = await fullProofProblem(services, request, accountId, proof)
    if (problem) return refuse(problem)
    return { recoveryCodes: await db.begin((tx) => handOut(tx, accountId)) }
  })

  serve(app, services, removeAuthenticator, async (proof, { caller: { accountId }, request, refuse }) => {
    if (!(await findAuthenticator(db, accountId))) return refuse('NOT_ON')
    const problem = await fullProofProblem(services, request, accountId, proof)
    if (problem) return refuse(problem)
    await db.begin(async (tx) => {
      await deleteAuthenticator(tx, accountId)
      await enqueueSecurityNotice(tx, accountId, 'authenticatorOff')
    })
    return null
  })

  async function handOut(tx: Tx, accountId: string): Promise<string[]> {
    const codes = newRecoveryCodes()
    await replaceRecoveryCodes(
      tx,
      accountId,
      codes.map((code) => hashesOfRecoveryCode(secrets, accountId, code)[0]),
    )
    return codes
  }
}

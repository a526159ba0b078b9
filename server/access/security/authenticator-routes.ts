import {
  confirmAuthenticator,
  makeAuthenticatorSecret,
  removeAuthenticator,
  renewRecoveryCodes,
} from '@cuida/core/access/security/security-api.ts'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { giveBack, spend } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { leaveSecurityNotice } from '../notifications.ts'
import { WRONG_TOTP } from '../rate-limits.ts'
import { tryTotp } from '../sign-in/second-factor.ts'
import {
  acceptNewSecret,
  deleteAuthenticator,
  findAuthenticator,
  findNewSecret,
  keepNewSecret,
  replaceRecoveryCodes,
} from './authenticator-store.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { passwordAgain } from './security-routes.ts'
import { newSecret, sealSecret, stepOfCode, uriOfSecret } from './totp.ts'

/** An authenticator app as a patient's second factor: stronger than a code by SMS (product 3.9). */
export function authenticatorRoutes(app: FastifyInstance, services: Services): void {
  const { db, secrets } = services

  serve(app, services, makeAuthenticatorSecret, async ({ password }, { caller: { accountId }, request, refuse }) => {
    const account = await passwordAgain(services, request, accountId, password)
    if (!account) return refuse('WRONG_PASSWORD')
    const secret = newSecret()
    if (!(await keepNewSecret(db, accountId, sealSecret(secrets, secret)))) return refuse('ALREADY_ON')
    return { secret, uri: uriOfSecret(secret, { issuer: services.config.partnerName, label: account.phone }) }
  })

  serve(app, services, confirmAuthenticator, async ({ code }, { caller: { accountId }, now, refuse }) => {
    if (await findAuthenticator(db, accountId)) return refuse('ALREADY_ON')
    const pending = (await findNewSecret(db, accountId)) ?? refuse('NOT_OFFERED')
    await spend(db, secrets, WRONG_TOTP, accountId)
    const step = stepOfCode(secrets, pending.secret, code, now())
    if (step === undefined) return refuse('WRONG_CODE')
    await giveBack(db, secrets, WRONG_TOTP, accountId)
    const recoveryCodes = await db.begin(async (tx) => {
      if (!(await acceptNewSecret(tx, accountId, pending.secret, step))) return undefined
      await leaveSecurityNotice(tx, accountId, 'authenticatorOn')
      return handOut(tx, accountId)
    })
    return recoveryCodes ? { recoveryCodes } : refuse('ALREADY_ON')
  })

  serve(app, services, renewRecoveryCodes, async (given, { caller: { accountId }, request, refuse }) => {
    if (!(await findAuthenticator(db, accountId))) return refuse('NOT_ON')
    if (!(await passwordAgain(services, request, accountId, given.password))) return refuse('WRONG_PASSWORD')
    if (!(await tryTotp(services, request, accountId, given.code))) return refuse('WRONG_CODE')
    return { recoveryCodes: await db.begin((tx) => handOut(tx, accountId)) }
  })

  serve(app, services, removeAuthenticator, async (given, { caller: { accountId }, request, refuse }) => {
    if (!(await findAuthenticator(db, accountId))) return refuse('NOT_ON')
    if (!(await passwordAgain(services, request, accountId, given.password))) return refuse('WRONG_PASSWORD')
    if (!(await tryTotp(services, request, accountId, given.code))) return refuse('WRONG_CODE')
    await db.begin(async (tx) => {
      await deleteAuthenticator(tx, accountId)
      await leaveSecurityNotice(tx, accountId, 'authenticatorOff')
    })
    return null
  })

  /** New codes in the place of the old ones; only hashes stay here. */
  async function handOut(tx: Tx, accountId: string): Promise<string[]> {
    const codes = newRecoveryCodes()
    await replaceRecoveryCodes(
      tx,
      accountId,
      codes.map((code) => hashOfRecoveryCode(secrets, accountId, code)),
    )
    return codes
  }
}

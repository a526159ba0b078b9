import {
  changeEmail,
  changePhone,
  confirmEmailChange,
  confirmPhoneChange,
  resendEmailCode,
} from '@cuida/core/profile/account/account-api.ts'
import type { FastifyInstance } from 'fastify'
import { findAccountByPhone } from '../../access/account-store.ts'
import { confirmCode } from '../../access/code/confirm-code.ts'
import { payForCode, resendCode, startVerification } from '../../access/code/verification.ts'
import { findVerification, type Verification } from '../../access/code/verification-store.ts'
import { isPhone, isPhoneAllowed, phoneOf } from '../../access/phone.ts'
import { CODES_PER_ADDRESS, clientAddressOf, EXTRA_TRY_BITS } from '../../access/rate-limits.ts'
import { consumeConflictCheck } from '../../access/registration/registration.ts'
import { conflictIn } from '../../access/registration/registration-store.ts'
import { deviceOfRequest } from '../../access/session/known-device.ts'
import { forgetDevices } from '../../access/session/known-device-store.ts'
import { endSessions, lockAccount } from '../../access/session/session-store.ts'
import { InvalidInput, Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { consumeWithProofOfWork } from '../../kit/proof-of-work/proof-of-work.ts'
import type { Services } from '../../services.ts'
import { enqueueAccountNotice } from './account-notifications.ts'
import { findHolderAccount, findOtherSessions, hasOtherEmail, updateEmail, updatePhone } from './account-store.ts'
import { accountWithProof } from './password-check.ts'
import { ownProfile } from './profile-store.ts'

/** Changes the account's e-mail: the password or a passkey authenticates the holder, a code verifies the new address. */
export function emailChangeRoutes(app: FastifyInstance, services: Services): void {
  const { db, tokens } = services

  serve(app, services, changeEmail, async ({ email, ...proof }, { caller, request, locale, refuse }) => {
    const { accountId } = caller
    const account = await accountWithProof(services, request, { accountId, proof })
    if (typeof account === 'string') return refuse(account)
    // Lower case, so that all spellings of a mailbox share one rate limit of codes.
    const to = email.toLowerCase()
    if (account.email.toLowerCase() === to) throw new InvalidInput({ email: 'SAME' })
    await consumeConflictCheck(services, request, accountId)
    const price = { about: `e-mail ${to}`, bits: EXTRA_TRY_BITS }
    await consumeWithProofOfWork(services, request, [[CODES_PER_ADDRESS, clientAddressOf(request)]], price)
    if (await hasOtherEmail(db, to, accountId)) return refuse('EMAIL_CONFLICT')
    const input = { purpose: 'email', requester: 'account', to, accountId, locale } as const
    const verification = await startVerification(services, input)
    return { accessToken: await tokens.sign('email', { subject: verification }) }
  })

  serve(app, services, resendEmailCode, async ({ changeToken }, { caller, request, locale, refuse }) => {
    const verification = (await wantedBy(services, caller.accountId, changeToken)) ?? refuse('CODE_EXPIRED')
    return (await resendCode(services, request, verification.id, { channel: 'email', locale }))
      ? null
      : refuse('CODE_EXPIRED')
  })

  serve(app, services, confirmEmailChange, async ({ changeToken, code }, { caller, refuse }) => {
    const verification = (await wantedBy(services, caller.accountId, changeToken)) ?? refuse('CODE_EXPIRED')
    const proof = await confirmCode(services, verification.id, 'email', code)
    if (typeof proof === 'string') return refuse(proof)
    const saved = await saveEmail(services, caller.accountId, proof.to)
    return saved ? ownProfile(db, caller.accountId) : refuse('EMAIL_CONFLICT')
  })
}

/** For another account, another purpose or an expired token. Not 401, which would end this session. */
async function wantedBy(
  { db, tokens }: Services,
  accountId: string,
  changeToken: string,
): Promise<Verification | undefined> {
  const claims = await tokens.read(changeToken)
  const verification = claims?.purpose === 'email' ? await findVerification(db, claims.subject) : undefined
  return verification?.purpose === 'email' && verification.accountId === accountId ? verification : undefined
}

/**
 * Saves the address and notifies the previous one in one transaction. False when another account took the address
 * meanwhile.
 */
async function saveEmail({ db }: Services, accountId: string, email: string): Promise<boolean> {
  try {
    return await db.begin(async (tx) => {
      if ((await lockAccount(tx, accountId)) !== 'active') throw new Unauthorized()
      const before = await findHolderAccount(tx, accountId)
      // A repeated request after a lost response: the change is already made.
      if (before?.email.toLowerCase() === email) return true
      if (!(await updateEmail(tx, accountId, email))) return false
      if (before) await enqueueAccountNotice(tx, 'email-changed', before)
      return true
    })
  } catch (error) {
    if (conflictIn(error) === 'EMAIL_CONFLICT') return false
    throw error
  }
}

/** Changes the account's phone: the password or a passkey authenticates the holder, a code verifies the new number. */
export function phoneChangeRoutes(app: FastifyInstance, services: Services): void {
  const { db, tokens } = services

  serve(app, services, changePhone, async ({ phone, ...proof }, { caller, request, locale, refuse }) => {
    const { accountId } = caller
    if (!isPhone(phone)) throw new InvalidInput({ 'phone.number': 'INVALID' })
    if (!isPhoneAllowed(phone, services.config.countryCodes)) return refuse('PHONE_NOT_ALLOWED')
    const account = await accountWithProof(services, request, { accountId, proof })
    if (typeof account === 'string') return refuse(account)
    if (account.phone === phone.number) throw new InvalidInput({ 'phone.number': 'SAME' })
    await consumeConflictCheck(services, request, accountId)
    if (await findAccountByPhone(db, phone.number)) return refuse('PHONE_CONFLICT')
    await payForCode(services, request, phone)
    const input = { purpose: 'change', requester: 'account', to: phone.number, accountId, locale } as const
    return { accessToken: await tokens.sign('phone', { subject: await startVerification(services, input) }) }
  })

  serve(app, services, confirmPhoneChange, async ({ changeToken, code }, { caller, request, refuse }) => {
    const claims = await tokens.read(changeToken)
    const verification = claims?.purpose === 'phone' ? await findVerification(db, claims.subject) : undefined
    // For another account's change, a registration or an expired token. Not 401, which would end this session.
    if (verification?.purpose !== 'change' || verification.accountId !== caller.accountId) return refuse('CODE_EXPIRED')
    const proof = await confirmCode(services, verification.id, 'change', code)
    if (typeof proof === 'string') return refuse(proof)
    const device = deviceOfRequest(services, request)
    const saved = await savePhone(services, { ...caller, number: proof.to, device })
    return saved ? ownProfile(db, caller.accountId) : refuse('PHONE_CONFLICT')
  })
}

interface Saving {
  accountId: string
  sessionId: string
  number: string
  device: Buffer | undefined
}

/**
 * Saves the number, ends every other session and notifies the old number in one transaction. False when another
 * account has the number.
 */
async function savePhone({ db }: Services, { accountId, sessionId, number, device }: Saving): Promise<boolean> {
  const phone = phoneOf(number)
  try {
    return await db.begin(async (tx) => {
      if ((await lockAccount(tx, accountId)) !== 'active') throw new Unauthorized()
      const before = await findHolderAccount(tx, accountId)
      // A repeated request after a lost response: the change is already made.
      if (before?.phone === number) return true
      if (!(await updatePhone(tx, accountId, phone))) return false
      await forgetDevices(tx, accountId, device)
      const others = await findOtherSessions(tx, accountId, sessionId)
      // Sessions opened with the old number end, as after a password change.
      if (others.length > 0) await endSessions(tx, others, 'password')
      if (before) await enqueueAccountNotice(tx, 'phone-changed', before)
      return true
    })
  } catch (error) {
    if (conflictIn(error) === 'PHONE_CONFLICT') return false
    throw error
  }
}

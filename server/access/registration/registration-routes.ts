import {
  confirmPhone,
  createPatient,
  registerPatient,
  registerPhone,
  resendByCall,
  resendBySms,
  validateRegistration,
} from '@cuida/core/access/api.ts'
import { phoneExists } from '@cuida/core/access/registration/look-up-api.ts'
import type { FastifyInstance } from 'fastify'
import { refuseOtherBody } from '../../kit/http/idempotency.ts'
import { InvalidInput, Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { consumeRateLimit } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { findAccountByPhone } from '../account-store.ts'
import { confirmCode } from '../code/confirm-code.ts'
import { payForCode, resendCode, startVerification } from '../code/verification.ts'
import { isPhone, isPhoneAllowed } from '../phone.ts'
import { CONFLICT_LOOKS_OF_ALL } from '../rate-limits.ts'
import { completeSignIn, knownDevice } from '../session/known-device.ts'
import { consumeLookUp } from './consume-look-up.ts'
import { checkInRegistry } from './cpf-registry.ts'
import {
  consumeConflictCheck,
  introductionOf,
  proofOf,
  registerOnce,
  requesterOf,
  validateProfile,
} from './registration.ts'
import { findConflict } from './registration-store.ts'

/** Creates accounts from a verified phone, and for social sign-in from an identity of a provider. */
export function registrationRoutes(app: FastifyInstance, services: Services): void {
  const { db, secrets } = services

  serve(app, services, validateRegistration, async (body, { caller, request, refuse }) => {
    const introduction = await introductionOf(services, caller, body)
    const proof = caller.claims.purpose === 'social' ? undefined : await proofOf(services, caller)
    const profile = validateProfile(services, body.profile, { proof, introduction })
    await consumeConflictCheck(services, request, requesterOf({ proof, introduction }))
    await consumeRateLimit(db, secrets, CONFLICT_LOOKS_OF_ALL, 'all')
    const conflict = await findConflict(db, profile)
    if (conflict) return refuse(conflict)
    await checkInRegistry(services, { ...profile, isDependant: false })
    return null
  })

  for (const call of [registerPatient, createPatient])
    serve(app, services, call, async (body, { caller, request, reply, locale, refuse }) => {
      await refuseOtherBody(db, request, `registration ${caller.claims.subject}`, secrets)
      const grounds = {
        proof: await proofOf(services, caller),
        introduction: await introductionOf(services, caller, body),
      }
      const profile = validateProfile(services, body.profile, grounds)
      const session = await registerOnce(services, grounds, profile, {
        request,
        locale,
        referralSlug: body.referralSlug,
      })
      if (typeof session === 'string') return refuse(session)
      return completeSignIn(services, 'patient', session, { request, reply })
    })
}

export function phoneRoutes(app: FastifyInstance, services: Services): void {
  const { db, tokens } = services

  serve(app, services, phoneExists, async ({ phone }, { request, reply }) => {
    if (!isPhone(phone)) throw new InvalidInput({ 'phone.number': 'INVALID' })
    const account = await findAccountByPhone(db, phone.number)
    // A known device of this account learns nothing new and pays nothing.
    const known = await knownDevice(services, request, account?.id)
    if (!known) await consumeLookUp(services, request, phone.number)
    // Pads both answers to the same length on the wire (product 3.8): "true" is one letter shorter than "false".
    reply.header('x-padding', account ? '..' : '.')
    return { phoneExists: account !== undefined }
  })

  serve(app, services, registerPhone, async ({ phone }, { request, locale, refuse }) => {
    if (!isPhone(phone)) throw new InvalidInput({ 'phone.number': 'INVALID' })
    if (!isPhoneAllowed(phone, services.config.countryCodes)) return refuse('PHONE_NOT_ALLOWED')
    const isPaid = await payForCode(services, request, phone)
    const input = {
      purpose: 'phone',
      requester: 'stranger',
      to: phone.number,
      accountId: null,
      locale,
      isPaid,
    } as const
    return { accessToken: await tokens.sign('phone', { subject: await startVerification(services, input) }) }
  })

  serve(app, services, confirmPhone, async ({ code }, { caller, refuse }) => {
    const proof = await confirmCode(services, caller.claims.subject, 'phone', code)
    if (typeof proof === 'string') return refuse(proof)
    // The verification already created its account; the owner continues from there.
    if (proof.accountId) return refuse('CODE_EXPIRED')
    if (await findAccountByPhone(db, proof.to)) return refuse('PHONE_CONFLICT')
    return { accessToken: await tokens.sign('registration', { subject: proof.id }) }
  })

  serve(app, services, resendBySms, async (_, { caller, request, locale }) => {
    const how = { channel: 'sms', locale } as const
    return (await resendCode(services, request, caller.claims.subject, how)) ? null : refuseSpent()
  })

  serve(app, services, resendByCall, async (_, { caller, request, locale }) => {
    const how = { channel: 'call', locale } as const
    return (await resendCode(services, request, caller.claims.subject, how)) ? null : refuseSpent()
  })
}

/** The token belongs to a verification that was already used, so it authorises nothing. */
function refuseSpent(): never {
  throw new Unauthorized()
}

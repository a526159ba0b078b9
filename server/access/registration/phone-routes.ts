import { confirmPhone, registerPhone, resendByCall, resendBySms } from '@cuida/core/access/api.ts'
import { lookUpPuzzle, phoneExists } from '@cuida/core/access/look-up-api.ts'
import type { FastifyInstance } from 'fastify'
import { Invalid, Unauthorized } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import type { Services } from '../../services.ts'
import { findAccountByPhone, isKnownSource } from '../account-store.ts'
import { confirmCode, sendAgain, spendCodes, startVerification } from '../code/verification.ts'
import { isPhone, isPhoneAllowed } from '../phone.ts'
import { sourceKey } from '../sign-in/attempts.ts'
import { newPuzzle, payLookUp } from './look-up.ts'

/** Proving that a phone is one's own. */
export function phoneRoutes(app: FastifyInstance, services: Services): void {
  const { db, tokens, config } = services

  serve(app, services, phoneExists, async ({ phone, proof }, { request, reply }) => {
    if (!isPhone(phone)) throw new Invalid({ 'phone.number': 'INVALID' })
    const account = await findAccountByPhone(db, phone.number)
    // Who has signed in to this account from there learns nothing new, and pays nothing.
    const known = await isKnownSource(db, account?.id, sourceKey(services, request))
    if (!known) await payLookUp(services, request, phone.number, proof)
    // Both answers are as long on the wire (quality A13): "true" is a letter shorter.
    reply.header('x-padding', account ? '..' : '.')
    return { phoneExists: account !== undefined }
  })

  serve(app, services, lookUpPuzzle, async () => newPuzzle(services))

  serve(app, services, registerPhone, async ({ phone }, { request, locale, refuse }) => {
    if (!isPhone(phone)) throw new Invalid({ 'phone.number': 'INVALID' })
    if (!isPhoneAllowed(phone, config.countryCodes)) return refuse('PHONE_NOT_ALLOWED')
    await spendCodes(services, request, phone)
    const wanted = { purpose: 'phone', to: phone.number, accountId: null, locale } as const
    return { accessToken: await tokens.sign('phone', { subject: await startVerification(services, wanted) }) }
  })

  serve(app, services, confirmPhone, async ({ code }, { caller, refuse }) => {
    const proof = await confirmCode(services, caller.claims.subject, 'phone', code)
    if (typeof proof === 'string') return refuse(proof)
    if (await findAccountByPhone(db, proof.to)) return refuse('PHONE_CONFLICT')
    return { accessToken: await tokens.sign('registration', { subject: proof.id }) }
  })

  serve(app, services, resendBySms, async (_, { caller, locale }) => {
    return (await sendAgain(services, caller.claims.subject, 'sms', locale)) ? null : refuseSpent()
  })

  serve(app, services, resendByCall, async (_, { caller, locale }) => {
    return (await sendAgain(services, caller.claims.subject, 'call', locale)) ? null : refuseSpent()
  })
}

/** The token was good for a proof that has been used: it opens nothing any more. */
function refuseSpent(): never {
  throw new Unauthorized()
}

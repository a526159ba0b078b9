import { confirmPhone, phoneExists, registerPhone, resendByCall, resendBySms } from '@cuida/core/access/api.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { spend } from '../kit/limits.ts'
import { Invalid } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import type { Services } from '../services.ts'
import { findAccountByPhone, isKnownSource } from './account-store.ts'
import { sourceKey } from './attempts.ts'
import {
  CODES_OF_COUNTRY,
  CODES_OF_SOURCE,
  LOOK_UPS_OF_NETWORK,
  LOOK_UPS_OF_PHONE,
  LOOK_UPS_OF_SOURCE,
  networkOf,
  sourceOf,
} from './budgets.ts'
import { isPhone, isPhoneAllowed } from './phone.ts'
import { confirmCode, sendAgain, startVerification } from './verification.ts'

/** Proving that a phone is one's own. */
export function phoneRoutes(app: FastifyInstance, services: Services): void {
  const { db, secrets, tokens, config } = services

  serve(app, services, phoneExists, async ({ phone }, { request, reply }) => {
    if (!isPhone(phone)) throw new Invalid({ 'phone.number': 'INVALID' })
    const account = await findAccountByPhone(db, phone.number)
    const known = await isKnownSource(db, account?.id, sourceKey(services, request))
    if (!known) await spendLookUp(services, request, phone.number)
    // Both answers are as long on the wire (quality A13): "true" is a letter shorter.
    reply.header('x-padding', account ? '..' : '.')
    return { phoneExists: account !== undefined }
  })

  serve(app, services, registerPhone, async ({ phone }, { request, locale, refuse }) => {
    if (!isPhone(phone)) throw new Invalid({ 'phone.number': 'INVALID' })
    if (!isPhoneAllowed(phone, config.countryCodes)) return refuse('PHONE_NOT_ALLOWED')
    await spend(db, secrets, CODES_OF_SOURCE, sourceOf(request))
    if (await findAccountByPhone(db, phone.number)) return refuse('PHONE_CONFLICT')
    await spend(db, secrets, CODES_OF_COUNTRY, phone.country)
    const wanted = { purpose: 'phone', phone: phone.number, accountId: null, locale } as const
    return { accessToken: await tokens.sign('phone', { subject: await startVerification(services, wanted) }) }
  })

  serve(app, services, confirmPhone, async ({ code }, { caller, refuse }) => {
    const proof = await confirmCode(services, caller.claims.subject, 'phone', code)
    if (typeof proof === 'string') return refuse(proof)
    if (await findAccountByPhone(db, proof.phone)) return refuse('PHONE_CONFLICT')
    return { accessToken: await tokens.sign('registration', { subject: proof.id }) }
  })

  serve(app, services, resendBySms, async (_, { caller, locale }) => {
    await sendAgain(services, caller.claims.subject, 'sms', locale)
    return null
  })

  serve(app, services, resendByCall, async (_, { caller, locale }) => {
    await sendAgain(services, caller.claims.subject, 'call', locale)
    return null
  })
}

/** Who has signed in to this account from there learns nothing new, and pays nothing. */
async function spendLookUp({ db, secrets }: Services, request: FastifyRequest, phone: string): Promise<void> {
  await spend(db, secrets, LOOK_UPS_OF_SOURCE, sourceOf(request))
  await spend(db, secrets, LOOK_UPS_OF_NETWORK, networkOf(request))
  await spend(db, secrets, LOOK_UPS_OF_PHONE, phone)
}

import { can } from '@cuida/core/brand/without.ts'
import { maskPhoneNumber } from '@cuida/core/kit/mask-phone-number.ts'
import type { FastifyRequest } from 'fastify'
import { NotOffered, Unauthorized } from '../../kit/http/refusal.ts'
import { consumeRateLimit, restoreUse } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { startVerification } from '../code/verification.ts'
import { WRONG_TOTP } from '../rate-limits.ts'
import { findAuthenticator, takeRecoveryCode, takeStep } from '../security/authenticator-store.ts'
import { hashOfRecoveryCode } from '../security/recovery-codes.ts'
import { stepOfCode } from '../security/totp.ts'
import { knownDevice, triesOf } from '../session/known-device.ts'

/** What an account owes after its password: its authenticator, when it has one, whatever the partner asks of others. */
export async function factorOf(
  { db, config }: Services,
  accountId: string,
  { isWary = false } = {},
): Promise<'sms' | 'totp' | undefined> {
  if (await findAuthenticator(db, accountId)) return 'totp'
  return config.enableMfa || isWary ? 'sms' : undefined
}

/** Hands out a token that is good for giving the factor, and for nothing else; sends the code when it is one by phone. */
export async function owe(
  services: Services,
  account: { id: string; phone: string },
  factor: 'sms' | 'totp',
  { request, locale }: { request: FastifyRequest; locale: string },
) {
  const pending = { mfa: 'PENDING' as const, maskedPhone: maskPhoneNumber(account.phone), factor }
  const sign = (subject: string) => services.tokens.sign(factor === 'sms' ? 'mfa' : 'totp', { subject, mfa: 'PENDING' })
  if (factor === 'totp') return { accessToken: await sign(account.id), ...pending }
  // A token that nobody is sent the code of would be a door that never opens.
  if (!can(services.config, 'messages')) throw new NotOffered('messages')
  const asker = (await knownDevice(services, request, account.id)) ? 'device' : 'password'
  const wanted = { purpose: 'mfa', asker, to: account.phone, accountId: account.id, locale } as const
  return { accessToken: await sign(await startVerification(services, wanted)), ...pending }
}

/** Whether the code is the authenticator's, and used up by this. A try is counted before it is looked at. */
export function tryTotp(
  services: Services,
  request: FastifyRequest,
  accountId: string,
  code: string,
): Promise<boolean> {
  const { db, secrets, now } = services
  return counted(services, request, accountId, async () => {
    const { secret } = (await findAuthenticator(db, accountId)) ?? refuseRemoved()
    const step = stepOfCode(secrets, secret, code, now())
    return step !== undefined && (await takeStep(db, accountId, step))
  })
}

/** Whether the code is one of those that came with the authenticator, and used up by this. */
export function tryRecoveryCode(
  services: Services,
  request: FastifyRequest,
  accountId: string,
  code: string,
): Promise<boolean> {
  const { db, secrets } = services
  return counted(services, request, accountId, () =>
    takeRecoveryCode(db, accountId, hashOfRecoveryCode(secrets, accountId, code)),
  )
}

/**
 * Wrong codes of either kind share a rate limit; right ones cost nothing. Somebody else who knows the password spends other
 * tries than the owner, or the member of staff, on a device of theirs.
 */
export async function counted(
  services: Services,
  request: FastifyRequest,
  ownerId: string,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const { db, secrets } = services
  const who = triesOf(ownerId, await knownDevice(services, request, ownerId))
  await consumeRateLimit(db, secrets, WRONG_TOTP, who)
  const right = await isRight()
  if (right) await restoreUse(db, secrets, WRONG_TOTP, who)
  return right
}

/** Switched off meanwhile: the sign-in starts again, without it. */
function refuseRemoved(): never {
  throw new Unauthorized()
}

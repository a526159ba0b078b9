import { hasCapability } from '@cuida/core/brand/disabled-capabilities.ts'
import { maskPhoneNumber } from '@cuida/core/kit/mask-phone-number.ts'
import type { FastifyRequest } from 'fastify'
import { CapabilityDisabled, Unauthorized } from '../../kit/http/refusal.ts'
import { consumeRateLimit, restoreUse } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { startVerification } from '../code/verification.ts'
import { WRONG_TOTP_CODES } from '../rate-limits.ts'
import { findAuthenticator, takeRecoveryCode, takeStep } from '../security/authenticator-store.ts'
import { hashesOfRecoveryCode } from '../security/recovery-codes.ts'
import { stepOfCode } from '../security/totp.ts'
import { knownDevice, tryLimitKey } from '../session/known-device.ts'

/** The second factor that the account requires: its authenticator if it has one, whatever the partner requires. */
export async function requiredSecondFactor(
  { db, config }: Services,
  accountId: string,
  { requiresStepUp = false } = {},
): Promise<'sms' | 'totp' | undefined> {
  if (await findAuthenticator(db, accountId)) return 'totp'
  return config.enableMfa || requiresStepUp ? 'sms' : undefined
}

/** Issues a token that is valid for the second factor only, and sends the code if the factor is one. */
export async function requireSecondFactor(
  services: Services,
  account: { id: string; phone: string },
  factor: 'sms' | 'totp',
  { request, locale }: { request: FastifyRequest; locale: string },
) {
  const pending = { mfa: 'PENDING' as const, maskedPhone: maskPhoneNumber(account.phone), factor }
  const sign = (subject: string) => services.tokens.sign(factor === 'sms' ? 'mfa' : 'totp', { subject, mfa: 'PENDING' })
  if (factor === 'totp') return { accessToken: await sign(account.id), ...pending }
  // Without a messages provider no code could arrive, and the sign-in would never complete.
  if (!hasCapability(services.config, 'messages')) throw new CapabilityDisabled('messages')
  const requester = (await knownDevice(services, request, account.id)) ? 'device' : 'password'
  const wanted = { purpose: 'mfa', requester, to: account.phone, accountId: account.id, locale } as const
  return { accessToken: await sign(await startVerification(services, wanted)), ...pending }
}

/** Checks an authenticator code and uses it up. The try is counted before the comparison. */
export function tryTotp(
  services: Services,
  request: FastifyRequest,
  accountId: string,
  code: string,
): Promise<boolean> {
  const { db, secrets, now } = services
  return countCodeTry(services, request, accountId, async () => {
    const { secret } = (await findAuthenticator(db, accountId)) ?? refuseRemoved()
    const step = stepOfCode(secrets, secret, code, now())
    return step !== undefined && (await takeStep(db, accountId, step))
  })
}

export function tryRecoveryCode(
  services: Services,
  request: FastifyRequest,
  accountId: string,
  code: string,
): Promise<boolean> {
  const { db, secrets } = services
  return countCodeTry(services, request, accountId, () =>
    takeRecoveryCode(db, accountId, hashesOfRecoveryCode(secrets, accountId, code)),
  )
}

/**
 * Wrong codes of both kinds share a rate limit; right ones are restored. On a known device the owner has a separate
 * allowance, which another person with the password cannot spend.
 */
export async function countCodeTry(
  services: Services,
  request: FastifyRequest,
  ownerId: string,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const { db, secrets } = services
  const limitKey = tryLimitKey(ownerId, await knownDevice(services, request, ownerId))
  await consumeRateLimit(db, secrets, WRONG_TOTP_CODES, limitKey)
  const right = await isRight()
  if (right) await restoreUse(db, secrets, WRONG_TOTP_CODES, limitKey)
  return right
}

/** The authenticator was removed meanwhile: the sign-in starts again without it. */
function refuseRemoved(): never {
  throw new Unauthorized()
}

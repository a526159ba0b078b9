import { giveBack, spend } from '../../kit/limits.ts'
import { Unauthorized } from '../../kit/refusal.ts'
import type { Services } from '../../services.ts'
import { findAuthenticator, takeRecoveryCode, takeStep } from '../authenticator/authenticator-store.ts'
import { hashOfRecoveryCode } from '../authenticator/recovery-codes.ts'
import { stepOfCode } from '../authenticator/totp.ts'
import { WRONG_TOTP } from '../budgets.ts'
import { startVerification } from '../code/verification.ts'
import { maskedPhone } from '../phone.ts'

/** What an account owes after its password: its authenticator, when it has one, whatever the partner asks of others. */
export async function factorOf({ db, config }: Services, accountId: string): Promise<'sms' | 'totp' | undefined> {
  if (await findAuthenticator(db, accountId)) return 'totp'
  return config.enableMfa ? 'sms' : undefined
}

/** Hands out a token that is good for giving the factor, and for nothing else; sends the code when it is one by phone. */
export async function owe(
  services: Services,
  account: { id: string; phone: string },
  factor: 'sms' | 'totp',
  locale: string,
) {
  const pending = { mfa: 'PENDING' as const, maskedPhone: maskedPhone(account.phone), factor }
  const sign = (subject: string) => services.tokens.sign(factor === 'sms' ? 'mfa' : 'totp', { subject, mfa: 'PENDING' })
  if (factor === 'totp') return { accessToken: await sign(account.id), ...pending }
  const wanted = { purpose: 'mfa', to: account.phone, accountId: account.id, locale } as const
  return { accessToken: await sign(await startVerification(services, wanted)), ...pending }
}

/** Whether the code is the authenticator's, and used up by this. A try is counted before it is looked at. */
export function tryTotp(services: Services, accountId: string, code: string, now: Date): Promise<boolean> {
  const { db, secrets } = services
  return counted(services, accountId, async () => {
    const { secret } = (await findAuthenticator(db, accountId)) ?? refuseRemoved()
    const step = stepOfCode(secrets, secret, code, now)
    return step !== undefined && (await takeStep(db, accountId, step))
  })
}

/** Whether the code is one of those that came with the authenticator, and used up by this. */
export function tryRecoveryCode(services: Services, accountId: string, code: string): Promise<boolean> {
  const { db, secrets } = services
  return counted(services, accountId, () =>
    takeRecoveryCode(db, accountId, hashOfRecoveryCode(secrets, accountId, code)),
  )
}

/** Wrong codes of either kind share a budget; right ones cost nothing. */
async function counted({ db, secrets }: Services, accountId: string, isRight: () => Promise<boolean>) {
  await spend(db, secrets, WRONG_TOTP, accountId)
  const right = await isRight()
  if (right) await giveBack(db, secrets, WRONG_TOTP, accountId)
  return right
}

/** Switched off meanwhile: the sign-in starts again, without it. */
function refuseRemoved(): never {
  throw new Unauthorized()
}

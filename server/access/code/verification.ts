import { codeWaitSeconds } from '@cuida/core/access/code-wait.ts'
import type { Phone } from '@cuida/core/kit/shapes.ts'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../kit/db.ts'
import { enqueue } from '../../kit/jobs.ts'
import { giveBack, spend } from '../../kit/limits.ts'
import { Refusal, Unauthorized } from '../../kit/refusal.ts'
import type { Services } from '../../services.ts'
import { blockOf, CODES_OF_BLOCK, CODES_OF_COUNTRY, CODES_OF_SOURCE, sourceOf, WRONG_CODES } from '../budgets.ts'
import { isCodeOf } from './code.ts'
import {
  findSendings,
  findUnderWay,
  findVerification,
  insertVerification,
  isDecoy,
  lockTarget,
  noteSending,
  startNextSending,
  takeTry,
  useVerification,
  type Verification,
  type VerificationPurpose,
} from './verification-store.ts'

type Needs = Pick<Services, 'db' | 'secrets'>
type Channel = 'sms' | 'call' | 'email'

/** Codes cost money: what a stranger may make us send has a price by source, by country and by block of numbers. */
export async function spendCodes({ db, secrets }: Needs, request: FastifyRequest, phone: Phone): Promise<void> {
  await spend(db, secrets, CODES_OF_SOURCE, sourceOf(request))
  await spend(db, secrets, CODES_OF_COUNTRY, phone.country)
  await spend(db, secrets, CODES_OF_BLOCK, blockOf(phone))
}

/** Sends a first code to the phone or address. Refuses with RATE_LIMITED while the gap or a budget of decisions §4 holds it back. */
export async function startVerification(
  { db }: Needs,
  wanted: { purpose: VerificationPurpose; to: string; accountId: string | null; locale: string },
): Promise<string> {
  return db.begin(async (tx) => {
    await lockTarget(tx, wanted.to)
    const wait = await codeWait(tx, wanted.to)
    if (wait > 0) {
      // Whoever asks twice in a row has a good code already: the one on its way counts for both.
      const reused = wanted.purpose === 'mfa' || wanted.purpose === 'recovery'
      const underWay = reused ? await findUnderWay(tx, wanted) : undefined
      if (underWay) return underWay.id
      throw new Refusal('RATE_LIMITED', 429, { retryAfter: wait })
    }
    return send(tx, await insertVerification(tx, wanted), wanted.purpose === 'email' ? 'email' : 'sms', wanted.locale)
  })
}

/** Sends the next code, by SMS, by a spoken call or by e-mail; the one before is void. False: the proof has been used. */
export async function sendAgain({ db }: Needs, id: string, channel: Channel, locale: string): Promise<boolean> {
  const verification = await findVerification(db, id)
  if (!verification) return false
  return db.begin(async (tx) => {
    await lockTarget(tx, verification.to)
    const next = await startNextSending(tx, id)
    if (!next) return false
    const wait = await codeWait(tx, verification.to)
    if (wait > 0) throw new Refusal('RATE_LIMITED', 429, { retryAfter: wait })
    await send(tx, next, channel, locale)
    return true
  })
}

/**
 * The verification whose code this is, used up by it. Wrong tries are counted before the code is looked at; after the
 * fifth, or when another code was sent meanwhile, the code has expired.
 */
export async function confirmCode(
  { db, secrets }: Needs,
  id: string,
  purpose: VerificationPurpose,
  code: string,
): Promise<Verification | 'WRONG_CODE' | 'CODE_EXPIRED'> {
  const { to } = (await findVerification(db, id)) ?? refuseSpent()
  await spend(db, secrets, WRONG_CODES, to)
  const verification = await takeTry(db, id, purpose)
  if (!verification) return 'CODE_EXPIRED'
  // Nobody was sent the code of a decoy: whoever has it guessed.
  if (!isCodeOf(secrets, verification, code) || isDecoy(verification)) return 'WRONG_CODE'
  if (!(await use(db, verification))) return 'CODE_EXPIRED'
  await giveBack(db, secrets, WRONG_CODES, to)
  return verification
}

const use = (db: Needs['db'], verification: Verification): Promise<boolean> =>
  db.begin(async (tx) => {
    if (!(await useVerification(tx, verification))) return false
    await enqueue(tx, 'settleCode', { verificationId: verification.id }, { maxAttempts: 5 })
    return true
  })

async function codeWait(tx: Tx, to: string): Promise<number> {
  const { sent, now } = await findSendings(tx, to)
  return codeWaitSeconds(sent, now)
}

async function send(tx: Tx, verification: Verification, channel: Channel, locale: string): Promise<string> {
  const { id } = verification
  await noteSending(tx, verification)
  await enqueue(tx, 'sendCode', { verificationId: id, channel, locale }, { key: `sendCode:${id}`, maxAttempts: 6 })
  return id
}

/** The token was good for a proof that has been used: it opens nothing any more. */
function refuseSpent(): never {
  throw new Unauthorized()
}

import { codeWaitSeconds, freeCodeSeconds, gapSeconds, roomSeconds } from '@cuida/core/access/code/code-wait.ts'
import type { Phone } from '@cuida/core/kit/shapes.ts'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../kit/db/db.ts'
import { Refusal } from '../../kit/http/refusal.ts'
import {
  consumeWithAlert,
  consumeWithProofOfWork,
  hasProofOfWork,
  proofOfWorkRefusal,
} from '../../kit/proof-of-work/proof-of-work.ts'
import type { Services } from '../../services.ts'
import { enqueueVerificationCode } from '../notifications.ts'
import {
  blockOf,
  CODES_FOR_WORK_OF_COUNTRY,
  CODES_FOR_WORK_PER_ADDRESS,
  CODES_OF_BLOCK,
  CODES_OF_COUNTRY,
  CODES_PER_ADDRESS,
  clientAddressOf,
  EXTRA_TRY_BITS,
} from '../rate-limits.ts'
import {
  findPendingVerification,
  findSendings,
  findVerification,
  insertSending,
  insertVerification,
  lockTarget,
  type SentCodes,
  startNextSending,
  type Verification,
} from './verification-store.ts'

type Needs = Pick<Services, 'db' | 'secrets' | 'now'>
type Channel = 'sms' | 'call' | 'email'

const priceOf = (to: string) => ({ about: `code ${to}`, bits: EXTRA_TRY_BITS })

/**
 * Codes cost money: what strangers can make us send is limited by address, by country and by block of numbers. Beyond
 * a limit, or for a number with many requests, proof of work pays, up to a ceiling. Returns whether it did.
 */
export async function payForCode(
  services: Needs & Pick<Services, 'log'>,
  request: FastifyRequest,
  phone: Phone,
): Promise<boolean> {
  const price = priceOf(phone.number)
  if (await hasProofOfWork(services, request, price)) {
    await consumeWithAlert(services, CODES_FOR_WORK_PER_ADDRESS, clientAddressOf(request))
    await consumeWithAlert(services, CODES_FOR_WORK_OF_COUNTRY, phone.country)
    return true
  }
  const uses = [
    [CODES_PER_ADDRESS, clientAddressOf(request)],
    [CODES_OF_COUNTRY, phone.country],
    [CODES_OF_BLOCK, blockOf(phone)],
  ] as const
  return consumeWithProofOfWork(services, request, uses, price)
}

interface Wanted extends Pick<Verification, 'purpose' | 'requester' | 'to' | 'accountId'> {
  locale: string
  /** Paid for by proof of work. */
  isPaid?: boolean
}

/**
 * Sends a first code to the phone or address. Refuses with RATE_LIMITED during the waiting time or beyond a limit of
 * product 3.6.
 */
export async function startVerification(services: Needs, input: Wanted): Promise<string> {
  return services.db.begin(async (tx) => {
    await lockTarget(tx, input.to)
    const sendings = await findSendings(tx, input)
    const held = heldBack(services, input, sendings, input.isPaid ?? false)
    if (!held) return send(tx, await insertVerification(tx, input), channelOf(input), input.locale)
    // A known requester who asks twice in a row reuses the verification whose code is on its way.
    const isReused = input.requester === 'password' || input.requester === 'device'
    const underWay = isReused ? await findPendingVerification(tx, input) : undefined
    if (!underWay) throw held
    return underWay.id
  })
}

const channelOf = ({ purpose }: Wanted): Channel => (purpose === 'email' ? 'email' : 'sms')

/**
 * Sends the next code by SMS, phone call or e-mail and voids the previous one. False when the verification was
 * already used.
 */
export async function resendCode(
  services: Needs,
  request: FastifyRequest,
  id: string,
  { channel, locale }: { channel: Channel; locale: string },
): Promise<boolean> {
  const { db } = services
  const verification = await findVerification(db, id)
  if (!verification) return false
  const isPaid =
    verification.requester === 'stranger' && (await hasProofOfWork(services, request, priceOf(verification.to)))
  return db.begin(async (tx) => {
    await lockTarget(tx, verification.to)
    const next = await startNextSending(tx, id)
    if (!next) return false
    const held = heldBack(services, next, await findSendings(tx, next), isPaid)
    if (held) throw held
    await send(tx, next, channel, locale)
    return true
  })
}

/**
 * Why no code can be sent now. Every requester must wait between their own codes, and for the hourly and daily
 * limits. A stranger who is limited only by other requests for the number can pay with proof of work instead.
 */
function heldBack(
  services: Needs,
  { requester, to }: Pick<Verification, 'requester' | 'to'>,
  { sent, own, now }: SentCodes,
  isPaid: boolean,
): Refusal | undefined {
  const isStranger = requester === 'stranger'
  const strict = isStranger ? Math.max(gapSeconds(own, now), roomSeconds(sent, now)) : codeWaitSeconds(sent, now)
  if (strict > 0) return new Refusal('RATE_LIMITED', 429, { retryAfter: strict })
  const free = isStranger && !isPaid ? freeCodeSeconds(sent, now) : 0
  return free > 0 ? proofOfWorkRefusal(services, priceOf(to), free) : undefined
}

async function send(tx: Tx, verification: Verification, channel: Channel, locale: string): Promise<string> {
  await insertSending(tx, verification)
  await enqueueVerificationCode(tx, verification, { channel, locale })
  return verification.id
}

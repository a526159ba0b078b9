import { randomUUID } from 'node:crypto'
import type { Fields } from '../kit/fields.ts'
import { CHALLENGE_PENDING } from './creq.ts'
import type { Outcome } from './outcomes.ts'
import { type CardToken, type Challenge, MercadoPagoError, type Payment } from './wire.ts'

/** The provider's test cards with a 3-D Secure challenge: one succeeds, the other fails. */
export const CHALLENGE_CARDS: Readonly<Record<string, NonNullable<CardToken['challenge']>>> = {
  5483928164574623: 'passes',
  5361956806117557: 'fails',
}

/** **Simulator-only**: the detail is the provider's; when it is returned is inferred from its name. */
export const CHALLENGE_UNSUPPORTED: Outcome = { status: 'rejected', statusDetail: 'cc_rejected_3ds_mandatory' }
const REFUSED = { status: 'rejected', statusDetail: 'cc_rejected_3ds_challenge' } as const
/** The bank declines an answer that comes after this many minutes. */
const MINUTES = 5

/** One of the documents has `opcional`; only the spelling of the others and of the SDK is accepted. */
export const isThreeDSecureMode = ({ three_d_secure_mode: mode }: Fields): boolean =>
  mode === undefined || mode === 'not_supported' || mode === 'optional' || mode === 'mandatory'

export const isChallengeAllowed = ({ three_d_secure_mode: mode }: Fields): boolean =>
  mode === 'optional' || mode === 'mandatory'

export const newChallenge = (token: CardToken, now: Date): Challenge | null =>
  token.challenge
    ? { id: randomUUID(), ends: token.challenge, until: new Date(now.getTime() + MINUTES * 60_000).toISOString() }
    : null

/** The challenge id in a `creq`; undefined for an invalid message. */
export function readChallengeId(creq: string | undefined): string | undefined {
  try {
    const { acsTransID, messageType } = JSON.parse(Buffer.from(creq ?? '', 'base64url').toString()) as Fields
    return messageType === 'CReq' && typeof acsTransID === 'string' ? acsTransID : undefined
  } catch {
    return undefined
  }
}

export const isChallengePending = ({ status, statusDetail }: Payment): boolean =>
  status === CHALLENGE_PENDING.status && statusDetail === CHALLENGE_PENDING.statusDetail

/** Applies the payer's answer to the payment. */
export function applyChallengeAnswer(payment: Payment, confirms: boolean, now: Date): Payment {
  const { challenge } = payment
  if (!challenge || !isChallengePending(payment)) throw new MercadoPagoError(400, 'The challenge is over')
  const at = now.toISOString()
  const passes = confirms && challenge.ends === 'passes' && at < challenge.until
  if (!passes) return { ...payment, ...REFUSED, updatedAt: at }
  return { ...payment, status: 'approved', statusDetail: 'accredited', approvedAt: at, updatedAt: at }
}

import { randomBytes } from 'node:crypto'
import { credentials } from '../credentials.ts'
import { brandOf, type Card, isExpired, passesLuhn, securityCodeLength } from '../kit/card.ts'
import { fieldsOf, textOf } from '../kit/fields.ts'
import { type Outcome, outcomeOf } from './cards.ts'
import { type CardToken, MoneiError } from './wire.ts'

/** base64 of `colorDepth|height|width|tzOffset|lang`: the browser data that 3-D Secure requires. */
function hasClientEnv(header: unknown): boolean {
  if (typeof header !== 'string') return false
  const parts = Buffer.from(header, 'base64').toString('utf8').split('|')
  return (
    parts.length === 5 && parts.slice(0, 4).every((part) => /^-?\d+$/.test(part)) && /^[a-z]{2}/i.test(parts[4] ?? '')
  )
}

/** POST /tokens. Number and security code are not stored. */
export function makeToken(
  body: unknown,
  clientEnv: unknown,
  now: Date,
  fingerprint: (number: string) => string,
): CardToken {
  if (!hasClientEnv(clientEnv)) throw new MoneiError(400, 'Client-Env header is missing or malformed')
  const sent = fieldsOf(body)
  const paymentId = textOf(sent.paymentId)
  if (!paymentId && textOf(sent.accountId) !== credentials.monei.accountId)
    throw new MoneiError(422, 'paymentId, or the accountId of this account, is required')
  const token = { token: randomBytes(20).toString('hex'), paymentId, sessionId: textOf(sent.sessionId) }
  const method = fieldsOf(sent.paymentMethod)
  if (method.bizum) return { ...token, ...readBizum(fieldsOf(method.bizum)) }
  for (const wallet of ['applePay', 'googlePay'] as const)
    if (method[wallet]) return { ...token, ...readWallet(fieldsOf(method[wallet]), wallet) }
  const { card, number } = readCard(fieldsOf(method.card), now, fingerprint)
  return { ...token, card, outcome: outcomeOf(number) }
}

/** The card that every test wallet holds. */
const WALLET_CARD: Card = { brand: 'visa', last4: '4422', fingerprint: '', expiryMonth: 12, expiryYear: 2034 }

/** **Simulator-only**: the token that a phone would have signed is the code of the outcome, or any text for a success. */
function readWallet(sent: Record<string, unknown>, wallet: 'applePay' | 'googlePay') {
  const text = textOf(sent.token)
  if (!text) throw new MoneiError(422, 'Wallet token is missing')
  const outcome = /^E\d{3}$/.test(text) ? (text as Outcome) : 'approve'
  return { card: WALLET_CARD, outcome, wallet }
}

/** A Spanish mobile number has Bizum, and its bank asks its owner. */
function readBizum(sent: Record<string, unknown>): Pick<CardToken, 'card' | 'outcome' | 'phoneNumber'> {
  const phoneNumber = (textOf(sent.phoneNumber) ?? '').replaceAll(' ', '')
  if (!/^\+\d{8,15}$/.test(phoneNumber)) throw new MoneiError(422, 'Phone number must be in E.164 format')
  return { card: WALLET_CARD, phoneNumber, outcome: /^\+34[67]/.test(phoneNumber) ? 'challenge' : 'E640' }
}

export function readCard(sent: Record<string, unknown>, now: Date, fingerprint: (number: string) => string) {
  const number = (textOf(sent.number) ?? '').replaceAll(' ', '')
  if (!passesLuhn(number)) throw new MoneiError(422, 'Card number is not valid')
  const expiryMonth = Number(textOf(sent.expMonth))
  const year = Number(textOf(sent.expYear))
  const known = Number.isInteger(expiryMonth) && expiryMonth >= 1 && expiryMonth <= 12 && Number.isInteger(year)
  if (!known || isExpired(expiryMonth, year, now)) throw new MoneiError(422, 'Card expiry is not valid')
  const brand = brandOf(number)
  if (!new RegExp(`^\\d{${securityCodeLength(brand)}}$`).test(textOf(sent.cvc) ?? ''))
    throw new MoneiError(422, 'Card security code is not valid')
  const expiryYear = year < 100 ? 2000 + year : year
  const card: Card = { brand, last4: number.slice(-4), fingerprint: fingerprint(number), expiryMonth, expiryYear }
  return { card, number }
}

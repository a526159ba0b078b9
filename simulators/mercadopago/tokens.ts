import { randomBytes } from 'node:crypto'
import { brandOf, type Card, isExpired, passesLuhn, securityCodeLength } from '../kit/card.ts'
import { type Fields, fieldsOf, textOf } from '../kit/fields.ts'
import { CHALLENGE_CARDS } from './challenge.ts'
import { outcomeOf } from './outcomes.ts'
import { type CardToken, type Cause, type Holder, MercadoPagoError, type SavedCard } from './wire.ts'

const cause = (code: string, description: string): Cause => ({ code, description })
const numberOf = (value: unknown): string => (textOf(value) ?? '').replaceAll(' ', '')

/** All problems of a new card at once. */
function cardProblems(sent: Fields, now: Date): Cause[] {
  const number = numberOf(sent.card_number)
  const month = textOf(sent.expiration_month)
  const year = textOf(sent.expiration_year)
  const problems: Cause[] = []
  if (number === '') problems.push(cause('205', 'parameter card_number can not be null/empty'))
  else if (!passesLuhn(number)) problems.push(cause('E301', 'invalid parameter card_number'))
  if (!month) problems.push(cause('208', 'parameter expiration_month can not be null/empty'))
  else if (!/^(0?[1-9]|1[0-2])$/.test(month)) problems.push(cause('325', 'invalid parameter expiration_month'))
  if (!year) problems.push(cause('209', 'parameter expiration_year can not be null/empty'))
  else if (!/^(\d{2}|\d{4})$/.test(year) || isExpired(Number(month ?? 12), Number(year), now))
    problems.push(cause('326', 'invalid parameter expiration_year'))
  return [...problems, ...codeProblems(sent, securityCodeLength(brandOf(number)))]
}

function codeProblems(sent: Fields, length: number): Cause[] {
  const code = textOf(sent.security_code)
  if (!code) return [cause('224', 'parameter security_code can not be null/empty')]
  return new RegExp(`^\\d{${length}}$`).test(code) ? [] : [cause('E203', 'invalid parameter security_code')]
}

function holderProblems(holder: Fields): Cause[] {
  const name = textOf(holder.name)
  const { type, number } = fieldsOf(holder.identification)
  const problems: Cause[] = []
  if (!name) problems.push(cause('221', 'parameter cardholder.name can not be null/empty'))
  else if (/\d/.test(name)) problems.push(cause('316', 'invalid parameter cardholder.name'))
  if (!textOf(type)) problems.push(cause('212', 'parameter docType can not be null/empty'))
  else if (type !== 'CPF' && type !== 'CNPJ') problems.push(cause('322', 'invalid parameter docType'))
  if (!textOf(number)) problems.push(cause('214', 'parameter docNumber can not be null/empty'))
  else if (!/^\d{11}(\d{3})?$/.test(textOf(number) ?? '')) problems.push(cause('324', 'invalid parameter docNumber'))
  return problems
}

function refuse(causes: Cause[]): void {
  if (causes.length > 0) throw new MercadoPagoError(400, 'invalid parameters', causes)
}

/**
 * Creates a token for a new card. Number and security code are not stored; the first six digits are, as at the
 * provider.
 */
export function createCardToken(sent: Fields, now: Date, fingerprint: (number: string) => string): CardToken {
  const holderSent = fieldsOf(sent.cardholder)
  refuse([...cardProblems(sent, now), ...holderProblems(holderSent)])
  const number = numberOf(sent.card_number)
  const year = Number(textOf(sent.expiration_year))
  const card: Card = {
    brand: brandOf(number),
    last4: number.slice(-4),
    fingerprint: fingerprint(number),
    expiryMonth: Number(textOf(sent.expiration_month)),
    expiryYear: year < 100 ? 2000 + year : year,
  }
  const holder = holderOf(holderSent)
  const bin = number.slice(0, 6)
  const challenge = CHALLENGE_CARDS[number]
  return { id: randomBytes(16).toString('hex'), bin, card, holder, outcome: outcomeOf(holder.name), challenge }
}

function holderOf(sent: Fields): Holder {
  const { type, number } = fieldsOf(sent.identification)
  return { name: textOf(sent.name) ?? '', identification: { type: textOf(type) ?? '', number: textOf(number) ?? '' } }
}

/**
 * First digits of cards that were saved before their own were stored: those of the provider's test card of the brand.
 */
const BEGINNINGS = {
  visa: '423564',
  mastercard: '503143',
  amex: '375365',
  elo: '506776',
  hipercard: '606282',
  unknown: undefined,
} as const

/** A saved card pays again with its security code only. */
export function createSavedCardToken(saved: SavedCard, sent: Fields): CardToken {
  refuse(codeProblems(sent, securityCodeLength(saved.card.brand)))
  const { bin = BEGINNINGS[saved.card.brand], card, holder, outcome, challenge, id } = saved
  return { id: randomBytes(16).toString('hex'), bin, card, holder, outcome, challenge, cardId: id }
}

const TOKEN_LIFE_MS = 7 * 24 * 3_600_000

export function wireToken({ id, bin, card, holder, cardId, usedBy }: CardToken, publicKey: string, now: Date) {
  return {
    id,
    public_key: publicKey,
    card_id: cardId ?? null,
    status: usedBy === undefined ? 'active' : 'used',
    first_six_digits: bin ?? null,
    last_four_digits: card.last4,
    expiration_month: card.expiryMonth,
    expiration_year: card.expiryYear,
    cardholder: holder,
    date_created: now.toISOString(),
    date_last_updated: now.toISOString(),
    date_due: new Date(now.getTime() + TOKEN_LIFE_MS).toISOString(),
    luhn_validation: true,
    live_mode: false,
    require_esc: false,
    security_code_length: securityCodeLength(card.brand),
  }
}

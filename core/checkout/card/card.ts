import { passesLuhn } from '../../kit/card-number.ts'
import type { CardType } from '../order/order.ts'

/** Content of the card form. It is sent to the payment provider, never to our server (product 6.5). */
export interface CardForm {
  number: string
  holder: string
  /** "MM". */
  expiryMonth: string
  /** "YY" or "YYYY". */
  expiryYear: string
  securityCode: string
}
export type CardProblem = 'REQUIRED' | 'INVALID' | 'UNSUPPORTED' | 'EXPIRED'
export type CardProblems = Partial<Record<'number' | 'holder' | 'expiry' | 'securityCode', CardProblem>>

const digitsOf = (text: string): string => text.replaceAll(/[\s-]/g, '')

/**
 * Ranges of the first six digits of Brazil's brands. Neither publishes them: these are the ranges that public card form
 * libraries agree on, and a card outside them is taken for what its first digit says. The bank decides in any case.
 */
const ELO: readonly (readonly [first: number, last: number])[] = [
  [401178, 401179],
  [431274, 431274],
  [438935, 438935],
  [451416, 451416],
  [457393, 457393],
  [457631, 457632],
  [504175, 504175],
  [506699, 506778],
  [509000, 509999],
  [627780, 627780],
  [636297, 636297],
  [636368, 636368],
  [650031, 650033],
  [650035, 650051],
  [650405, 650439],
  [650485, 650538],
  [650541, 650598],
  [650700, 650718],
  [650720, 650727],
  [650901, 650978],
  [651652, 651679],
  [655000, 655019],
  [655021, 655058],
]
const HIPERCARD = '606282'

const isElo = (digits: string): boolean => {
  const six = Number(digits.slice(0, 6))
  return digits.length >= 6 && ELO.some(([first, last]) => six >= first && six <= last)
}

/** B5.6: recognised from the first digits on, so that the form can show the brand while the patient types. */
export function cardTypeOf(number: string): CardType | undefined {
  const digits = digitsOf(number)
  if (isElo(digits)) return 'elo'
  if (digits.startsWith(HIPERCARD)) return 'hipercard'
  if (/^4/.test(digits)) return 'visa'
  if (/^3[47]/.test(digits)) return 'amex'
  const four = Number(digits.slice(0, 4))
  if (/^5[1-5]/.test(digits) || (digits.length >= 4 && four >= 2221 && four <= 2720)) return 'master'
  return undefined
}

export const numberLength = (type: CardType): number => (type === 'amex' ? 15 : 16)
export const securityCodeLength = (type: CardType | undefined): number => (type === 'amex' ? 4 : 3)

/** Groups digits as printed on the card: 4-6-5 for Amex, fours for the others. Works on incomplete numbers. */
export function formatCardNumber(number: string): string {
  const type = cardTypeOf(number)
  const digits = number.replaceAll(/\D/g, '').slice(0, numberLength(type ?? 'visa'))
  const groups = type === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?$/
  return (groups.exec(digits) ?? []).slice(1).filter(Boolean).join(' ')
}

/** The only form of a number that may be stored and shown. */
export const maskCardNumber = (number: string): string => `•••• ${digitsOf(number).slice(-4)}`

export function cardNumberProblem(number: string): CardProblem | undefined {
  const digits = digitsOf(number)
  if (digits === '') return 'REQUIRED'
  if (!/^\d+$/.test(digits)) return 'INVALID'
  const type = cardTypeOf(digits)
  if (!type) return digits.length < 4 ? 'INVALID' : 'UNSUPPORTED'
  return digits.length === numberLength(type) && passesLuhn(digits) ? undefined : 'INVALID'
}

/** Accepts letters of any alphabet and the characters that join names; the specification forbids others. */
export function holderProblem(holder: string): CardProblem | undefined {
  const name = holder.trim()
  if (name === '') return 'REQUIRED'
  return /^\p{L}[\p{L}\p{M} .'’-]+$/u.test(name) ? undefined : 'INVALID'
}

/**
 * Month and year of a typed, pasted or autofilled expiry date: "12/34", "1234", "12 34", "12/2034", or "2034-12" as
 * browsers store it. Works on incomplete dates; parts are returned as written.
 */
export function parseExpiry(text: string): { month: string; year: string } {
  const [, isoYear, isoMonth] = /^\s*(20\d\d)-(\d\d)\s*$/.exec(text) ?? []
  if (isoYear && isoMonth) return { month: isoMonth, year: isoYear }
  const [first = '', ...rest] = text.replace(/^\D+/, '').split(/\D+/)
  if (rest.length > 0 && first.length <= 2) return { month: first, year: rest.join('') }
  const digits = text.replaceAll(/\D/g, '')
  // No month starts with 2 or more: "5" is May.
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  return { month: padded.slice(0, 2), year: padded.slice(2) }
}

/** Formats an expiry date as printed, "12 / 34". The slash follows the year's first digit, so that it can be deleted. */
export function formatExpiry(text: string): string {
  const { month, year } = parseExpiry(text)
  if (year === '') return /\D/.test(text) && /^[1-9]$/.test(month) ? `0${month}` : month
  return `${month} / ${/^20\d\d/.test(year) ? year.slice(2, 4) : year.slice(0, year.startsWith('20') ? 3 : 2)}`
}

/** A card is valid until the end of the printed month. */
export function expiryProblem(month: string, year: string, now: Date): CardProblem | undefined {
  if (month.trim() === '' || year.trim() === '') return 'REQUIRED'
  if (!/^(0?[1-9]|1[0-2])$/.test(month) || !/^(\d{2}|20\d{2})$/.test(year)) return 'INVALID'
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  return now.getTime() < Date.UTC(fullYear, Number(month), 1) ? undefined : 'EXPIRED'
}

export function securityCodeProblem(code: string, type: CardType | undefined): CardProblem | undefined {
  if (code === '') return 'REQUIRED'
  return /^\d+$/.test(code) && code.length === securityCodeLength(type) ? undefined : 'INVALID'
}

/** All problems of a card form; empty when it may be sent to the provider. */
export function cardProblems(form: CardForm, now: Date): CardProblems {
  const problems: CardProblems = {
    number: cardNumberProblem(form.number),
    holder: holderProblem(form.holder),
    expiry: expiryProblem(form.expiryMonth, form.expiryYear, now),
    securityCode: securityCodeProblem(form.securityCode, cardTypeOf(form.number)),
  }
  return Object.fromEntries(Object.entries(problems).filter(([_, problem]) => problem))
}

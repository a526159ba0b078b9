import { createHmac, randomBytes } from 'node:crypto'
import type { Store } from './store.ts'

export type Brand = 'visa' | 'mastercard' | 'amex' | 'elo' | 'hipercard' | 'unknown'

/** Everything a simulator stores of a card: the number is discarded when the token is made. */
export interface Card {
  brand: Brand
  last4: string
  fingerprint: string
  expiryMonth: number
  expiryYear: number
}

export function brandOf(number: string): Brand {
  // The ranges of the test cards.
  if (/^(5067|509)/.test(number)) return 'elo'
  if (/^606282/.test(number)) return 'hipercard'
  if (/^4/.test(number)) return 'visa'
  // Also 50: the provider's test Mastercard for Brazil begins with 5031.
  if (/^(5[0-5]|2[2-7])/.test(number)) return 'mastercard'
  return /^3[47]/.test(number) ? 'amex' : 'unknown'
}

/** The check digit of ISO/IEC 7812. */
export function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce(
    (total, digit, index) => total + (index % 2 ? ((digit * 2) % 10) + Math.floor(digit / 5) : digit),
    0,
  )
  return /^\d{12,19}$/.test(number) && sum % 10 === 0
}

/** A card is valid until the end of its month. Two-digit years belong to this century. */
export function isExpired(month: number, year: number, now: Date): boolean {
  const full = year < 100 ? 2000 + year : year
  return full < now.getUTCFullYear() || (full === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
}

export const securityCodeLength = (brand: Brand): number => (brand === 'amex' ? 4 : 3)

/** A keyed digest: a card has the same fingerprint on this installation, and another one elsewhere. */
export function createFingerprint(store: Store): (number: string) => string {
  const settings = store.collection<string>('setting')
  const key = settings.get('fingerprint-key') ?? randomBytes(32).toString('hex')
  settings.put('fingerprint-key', key)
  return (number) => createHmac('sha256', key).update(number).digest('hex').slice(0, 32)
}

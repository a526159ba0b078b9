import { createHmac, randomBytes } from 'node:crypto'
import type { Store } from './store.ts'

export type Brand = 'visa' | 'mastercard' | 'amex' | 'unknown'

/** All that a simulator keeps of a card: the number itself is forgotten when the token is made. */
export interface Card {
  brand: Brand
  last4: string
  fingerprint: string
  expiryMonth: number
  expiryYear: number
}

export function brandOf(number: string): Brand {
  if (/^4/.test(number)) return 'visa'
  // 50 as well: the provider's own test Mastercard for Brazil begins with 5031.
  if (/^(5[0-5]|2[2-7])/.test(number)) return 'mastercard'
  return /^3[47]/.test(number) ? 'amex' : 'unknown'
}

/** The check digit of ISO/IEC 7812. */
export function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce(
    (total, digit, place) => total + (place % 2 ? ((digit * 2) % 10) + Math.floor(digit / 5) : digit),
    0,
  )
  return /^\d{12,19}$/.test(number) && sum % 10 === 0
}

/** A card is good until the end of its month. Two-digit years are of this century. */
export function isExpired(month: number, year: number, now: Date): boolean {
  const full = year < 100 ? 2000 + year : year
  return full < now.getUTCFullYear() || (full === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
}

export const securityCodeLength = (brand: Brand): number => (brand === 'amex' ? 4 : 3)

/** The same card gives the same fingerprint on this installation, and says nothing anywhere else. */
export function createFingerprint(store: Store): (number: string) => string {
  const settings = store.collection<string>('setting')
  const key = settings.get('fingerprint-key') ?? randomBytes(32).toString('hex')
  settings.put('fingerprint-key', key)
  return (number) => createHmac('sha256', key).update(number).digest('hex').slice(0, 32)
}

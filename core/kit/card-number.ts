/** The Luhn check digit of payment cards (ISO/IEC 7812). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}

/** Digits with at most one space or hyphen between two of them. */
const WRITTEN_NUMBER = /\d(?:[ -]?\d)*/g
// Without gaps, in fours, or in the 4-6-5 of Amex and 4-6-4 of Diners; not in threes, which is how phone numbers are
// written.
const WRITTEN_CARD = /^(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})$/
// First digits of payment cards: Mastercard's second range, 3 (Amex and Diners), 4 (Visa), 5 and 6.
const CARD_START = /^(?:[3-6]|22[2-9]|2[3-6]|27[0-2])/
// Keys, tokens and UUIDs: nobody types such a long word of letters and digits.
const OPAQUE = /^(?=.*[A-Za-z])[\w-]{20,}$/

/** Whether a text contains a likely payment card number. Opaque tokens are ignored. */
export function holdsCardNumber(text: string): boolean {
  if (OPAQUE.test(text)) return false
  for (const [candidate] of text.matchAll(WRITTEN_NUMBER)) {
    if (!WRITTEN_CARD.test(candidate)) continue
    const digits = candidate.replaceAll(/\D/g, '')
    if (CARD_START.test(digits) && passesLuhn(digits)) return true
  }
  return false
}

/** Checks every string, number and key inside a JSON value. */
export function holdsCardNumberAnywhere(value: unknown): boolean {
  if (typeof value === 'string') return holdsCardNumber(value)
  if (typeof value === 'number') return holdsCardNumber(String(value))
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(holdsCardNumberAnywhere)
  return Object.entries(value).some(([key, inner]) => holdsCardNumber(key) || holdsCardNumberAnywhere(inner))
}

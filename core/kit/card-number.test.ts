import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsCardNumber, holdsCardNumberAnywhere, passesLuhn } from './card-number.ts'

test.each([
  ['4444444444444422', true],
  ['5555555555555532', true],
  ['4444444444444406', true],
  ['5555555555555565', true],
  ['5031433215406351', true],
  ['4235647728025682', true],
  ['375365153556885', true],
  ['4444444444444423', false],
  ['', false],
])('the Luhn check of %s: %s', (digits, passes) => expect(passesLuhn(digits)).toBe(passes))

test.each([
  ['plain', '4444444444444422'],
  ['in fours', 'my card is 4444 4444 4444 4422, thanks'],
  ['in fours with dashes', '5555-5555-5555-5532'],
  ['Amex as printed', '3753 651535 56885'],
  ['glued to a word', 'card4444444444444422.'],
  ['Mastercard’s second range', '2223000048400011'],
  ['Diners as printed', '3056 930902 5904'],
  ['Diners in one', '30569309025904'],
  ['behind a number that is none', 'order 12, card 4444444444444422'],
  ['the second of two', '4444444444444423 or 4444444444444422'],
  ['of thirteen digits', '4222222222222'],
  ['of nineteen digits', '6304000000000000018'],
])('a card number is detected: %s', (_, text) => expect(holdsCardNumber(text)).toBe(true))

test.each([
  ['a mistyped number', '4444444444444423'],
  ['a number with another before it', '1 4444444444444422'],
  ['a number with another behind it', '4444444444444422-1'],
  ['fours with two kinds of gaps', '4444 4444-4444 4422'],
  ['phones in a row', '600 000 001 600 000 002'],
  ['an international phone', '+34600000001'],
  ['an identifier', '4f5a1c2e-4444-4444-8444-444444444442'],
  ['a token', 'b4444444444444422cdef01234567890a'],
  ['a number too long for a card', '44444444444444224444'],
  ['digits that no card begins with', '1234567890123452'],
  ['dates and numbers', 'since 2026-11-21 10:30, 38.5 degrees, 120/80'],
])('no card number is detected: %s', (_, text) => expect(holdsCardNumber(text)).toBe(false))

test('a long word of letters and digits is a token, and a shorter one is typed text', () => {
  expect(holdsCardNumber('abc4444444444444422')).toBe(true)
  expect(holdsCardNumber('abcd4444444444444422')).toBe(false)
  expect(holdsCardNumber('abcd 4444444444444422')).toBe(true)
})

test('a card number is detected anywhere in a JSON value', () => {
  const number = '4444444444444422'
  expect(holdsCardNumberAnywhere({ a: [{ b: number }] })).toBe(true)
  expect(holdsCardNumberAnywhere({ a: Number(number) })).toBe(true)
  expect(holdsCardNumberAnywhere({ [number]: null })).toBe(true)
  expect(holdsCardNumberAnywhere({ a: [{ b: 'nothing' }], c: true, d: null })).toBe(false)
})

test('a changed digit never passes the Luhn check', () => {
  const digits = fc.stringMatching(/^[0-9]{15}$/)
  fc.assert(
    fc.property(digits, fc.nat(14), fc.integer({ min: 1, max: 9 }), (body, at, by) => {
      const check = Array.from({ length: 10 }, (_, d) => `${body}${d}`).filter(passesLuhn)
      expect(check).toHaveLength(1)
      const good = check[0] ?? ''
      const changed = good.slice(0, at) + ((Number(good[at]) + by) % 10) + good.slice(at + 1)
      expect(passesLuhn(changed)).toBe(false)
    }),
  )
})

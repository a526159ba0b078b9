import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passesLuhn } from '../../kit/card-number.ts'
import {
  cardNumberProblem,
  cardProblems,
  cardTypeOf,
  expiryProblem,
  formatCardNumber,
  formatExpiry,
  holderProblem,
  maskCardNumber,
  parseExpiry,
  securityCodeProblem,
} from './card.ts'

test.each([
  ['4', 'visa'],
  ['34', 'amex'],
  ['37', 'amex'],
  ['36', undefined],
  ['50', undefined],
  ['51', 'master'],
  ['55', 'master'],
  ['56', undefined],
  ['2220', undefined],
  ['2221', 'master'],
  ['2720', 'master'],
  ['2721', undefined],
  ['272', undefined],
  ['6011', undefined],
  ['6034', undefined],
  ['222', undefined],
  ['2500', 'master'],
  ['50677', undefined],
  ['506776', 'elo'],
  ['506779', undefined],
  ['438934', 'visa'],
  ['438935', 'elo'],
  ['606282', 'hipercard'],
  ['606283', undefined],
  ['', undefined],
])('a card number that begins with "%s" is %s [B3.7] [B5.6]', (start, type) => expect(cardTypeOf(start)).toBe(type))

test.each([
  ['a Visa', '4444444444444422', undefined],
  ['a Visa in groups', '4444 4444 4444 4422', undefined],
  ['a Mastercard', '5555555555555532', undefined],
  ['Mercado Pago’s test Mastercard, outside the ranges of the specification', '5031433215406351', 'UNSUPPORTED'],
  ['a Mastercard of the second range', '2223000048400011', undefined],
  ['an Amex', '375365153556885', undefined],
  ['Mercado Pago’s test Elo', '5067 7667 8388 8311', undefined],
  ['a Hipercard', '6062828888666688', undefined],
  ['nothing', '  ', 'REQUIRED'],
  ['letters', '4444x44444444422', 'INVALID'],
  ['letters before it', 'x4444444444444422', 'INVALID'],
  ['letters after it', '4444444444444422x', 'INVALID'],
  ['three digits of no brand that we know yet', '601', 'INVALID'],
  ['four of one that we do not take', '6011', 'UNSUPPORTED'],
  ['letters alone', 'abcd', 'INVALID'],
  ['one digit short', '444444444444442', 'INVALID'],
  ['one digit long', '44444444444444225', 'INVALID'],
  ['a wrong check digit', '4444444444444423', 'INVALID'],
  ['an Amex with 16 digits', '3753651535568851', 'INVALID'],
  ['a brand that we do not take', '6011111111111117', 'UNSUPPORTED'],
])('card number: %s', (_, number, problem) => expect(cardNumberProblem(number)).toBe(problem))

test.each([
  ['Ana Gómez', undefined],
  ["JOSÉ M. O'NEILL-PÉREZ", undefined],
  ['APRO', undefined],
  ['  Ana Gómez ', undefined],
  ['   ', 'REQUIRED'],
  ['', 'REQUIRED'],
  ['A', 'INVALID'],
  ['Ana 2', 'INVALID'],
  ['Ana <b>', 'INVALID'],
  ['Ana_Gómez', 'INVALID'],
])('holder "%s": %s', (holder, problem) => expect(holderProblem(holder)).toBe(problem))

describe('expiry date', () => {
  const lastMoment = new Date('2026-11-30T23:59:59.999Z')
  test.each([
    ['this month, at its last moment', '11', '26', lastMoment, undefined],
    ['last month, at the first moment of this one', '11', '26', new Date('2026-12-01T00:00:00Z'), 'EXPIRED'],
    ['December, across the year', '12', '2026', new Date('2026-12-31T23:59:59Z'), undefined],
    ['a year ago', '11', '25', lastMoment, 'EXPIRED'],
    ['a month without its zero', '1', '34', lastMoment, undefined],
    ['month 13', '13', '34', lastMoment, 'INVALID'],
    ['month 0', '00', '34', lastMoment, 'INVALID'],
    ['another century', '11', '1934', lastMoment, 'INVALID'],
    ['no month', '  ', '34', lastMoment, 'REQUIRED'],
    ['a year of blanks', '11', '  ', lastMoment, 'REQUIRED'],
    ['no year', '11', '', lastMoment, 'REQUIRED'],
  ])('%s', (_, month, year, now, problem) => expect(expiryProblem(month, year, now)).toBe(problem))
})

test.each([
  ['123', 'visa', undefined],
  ['1234', 'visa', 'INVALID'],
  ['1234', 'amex', undefined],
  ['123', 'amex', 'INVALID'],
  ['12a', 'master', 'INVALID'],
  ['a12', 'master', 'INVALID'],
  ['', 'master', 'REQUIRED'],
] as const)('security code "%s" of %s: %s', (code, type, problem) =>
  expect(securityCodeProblem(code, type)).toBe(problem),
)

test.each([
  ['4', '4'],
  ['37', '37'],
  ['375365', '3753 65'],
  ['3753651535', '3753 651535'],
  ['44444', '4444 4'],
  ['444444444', '4444 4444 4'],
  ['4444444444444422', '4444 4444 4444 4422'],
  ['375365153556885', '3753 651535 56885'],
  ['3753651', '3753 651'],
  ['44444444444444229999', '4444 4444 4444 4422'],
  ['', ''],
])('"%s" is shown as "%s"', (typed, expected) => expect(formatCardNumber(typed)).toBe(expected))

test('formatting never loses or adds a digit, and is idempotent', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{0,16}$/), (digits) => {
      const formatted = formatCardNumber(digits)
      expect(digits.startsWith(formatted.replaceAll(' ', ''))).toBe(true)
      expect(formatCardNumber(formatted)).toBe(formatted)
    }),
  )
})

test('every accepted full number passes the Luhn check', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(4|5[1-5]|3[47])[0-9]{13,14}$/), (number) => {
      if (cardNumberProblem(number) === undefined) expect(passesLuhn(number)).toBe(true)
    }),
  )
})

test('a form reports all its problems at once, or none', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const good = { number: '4444 4444 4444 4422', holder: 'Ana Gómez', expiryMonth: '12', expiryYear: '34' }
  expect(Object.keys(cardProblems({ ...good, securityCode: '123' }, now))).toEqual([])
  expect(cardProblems({ number: '', holder: '', expiryMonth: '01', expiryYear: '20', securityCode: '1' }, now)).toEqual(
    {
      number: 'REQUIRED',
      holder: 'REQUIRED',
      expiry: 'EXPIRED',
      securityCode: 'INVALID',
    },
  )
})

test('only the last four digits are kept', () => expect(maskCardNumber('4444 4444 4444 4422')).toBe('•••• 4422'))

test.each([
  ['12/34', '12', '34', '12 / 34'],
  ['1234', '12', '34', '12 / 34'],
  ['12 34', '12', '34', '12 / 34'],
  ['12/2034', '12', '2034', '12 / 34'],
  ['122034', '12', '2034', '12 / 34'],
  ['2034-12', '12', '2034', '12 / 34'],
  ['1/34', '1', '34', '1 / 34'],
  ['12 / 345', '12', '345', '12 / 34'],
])('the expiry date %s is understood and formatted', (text, month, year, formatted) => {
  expect(parseExpiry(text)).toEqual({ month, year })
  expect(formatExpiry(text)).toBe(formatted)
})

test('a date is formatted while it is typed, and can be deleted digit by digit', () => {
  expect(['', '1', '12', '12/', '123', '12 / 34', '5', '1/'].map(formatExpiry)).toEqual([
    ...['', '1', '12', '12', '12 / 3', '12 / 34'],
    ...['05', '01'],
  ])
  expect(['12 / ', '1', 'a'].map(formatExpiry)).toEqual(['12', '1', ''])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canPayByPix, checksum, isPixCode, shortCode } from './pix.ts'

const BODY = '00020101021226440014br.gov.bcb.pix2522pix.example/qr/v2/77015204000053039865406149.905802BR5905CUIDA6304'
const CODE = BODY + checksum(BODY)

test('the checksum equals the one that banks compute', () => {
  expect(checksum('123456789')).toBe('29B1')
})

test.each([
  ['a whole code', CODE, true],
  ['a code without its end', CODE.slice(0, -1), false],
  ['a code with one letter more', `${CODE}0`, false],
  ['a code with another amount', CODE.replace('149.90', '249.90'), false],
  ['another kind of code', `99${CODE.slice(2)}`, false],
  ['nothing', '', false],
  ['no code at all', undefined, false],
])('%s', (_, code, expected) => expect(isPixCode(code)).toBe(expected))

test('a change of any character of a code is detected', () => {
  fc.assert(
    fc.property(fc.nat(CODE.length - 1), fc.constantFrom(...'0123456789ABCDEFabcxyz./'), (at, letter) => {
      fc.pre(CODE[at] !== letter)
      expect(isPixCode(CODE.slice(0, at) + letter + CODE.slice(at + 1))).toBe(false)
    }),
  )
})

const brazil = { pixEnabled: true, paymentProvider: 'mercadopago', currency: 'BRL' } as const
test.each([
  ['offered where the bundle says so', brazil, true],
  ['not where the bundle is silent', { ...brazil, pixEnabled: false }, false],
  ['never at MONEI', { ...brazil, paymentProvider: 'monei' as const }, false],
  ['never in another currency', { ...brazil, currency: 'EUR' as const }, false],
])('Pix is %s [B3.7] [B9.3]', (_, config, expected) => expect(canPayByPix(config)).toBe(expected))

test('a long code is shortened to its two ends, and a short one is not', () => {
  expect(shortCode(CODE)).toBe(`00020101021226…${CODE.slice(-6)}`)
  expect(shortCode('0'.repeat(24))).toHaveLength(24)
})

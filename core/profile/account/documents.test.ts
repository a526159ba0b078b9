import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCpf, isDni, isDocument, isNie, isPassport, tidyDocument } from './documents.ts'

test.each([
  ['52998224725', true],
  ['52998224724', false],
  ['5299822472', false],
  ['529982247250', false],
  ['11111111111', false],
  ['00000000000', false],
])('CPF %s: %s', (cpf, valid) => expect(isCpf(cpf)).toBe(valid))

test('exactly one of the hundred endings of nine digits makes a CPF', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_998 }), (number) => {
      const nine = String(number).padStart(9, '0')
      fc.pre(!/^(\d)\1*$/.test(nine))
      const endings = Array.from({ length: 100 }, (_, ending) => nine + String(ending).padStart(2, '0'))
      expect(endings.filter(isCpf)).toHaveLength(1)
    }),
  )
})

test('two swapped digits never give the same DNI letter', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 6 }), (number, position) => {
      const digits = String(number).padStart(8, '0')
      const swapped =
        digits.slice(0, position) +
        digits
          .slice(position, position + 2)
          .split('')
          .reverse()
          .join('') +
        digits.slice(position + 2)
      fc.pre(swapped !== digits)
      const letter = [...'TRWAGMYFPDXBNJZSQVHLCKE'].find((candidate) => isDni(digits + candidate))
      expect(isDni(swapped + letter)).toBe(false)
    }),
  )
})

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

test.each([...LETTERS].map((letter, remainder) => [`${String(remainder).padStart(8, '0')}${letter}`]))(
  '%s is a DNI, and no other letter is valid [A5.6]',
  (dni) => {
    const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) => isDni(dni.slice(0, 8) + letter))
    expect(others).toEqual([dni.at(-1)])
  },
)

test.each([
  ['X0000000T', true],
  ['Y0000000Z', true],
  ['Z0000000M', true],
  ['X1234567L', true],
  ['Y1234567X', true],
  ['Z1234567R', true],
  ['Z1234567L', false],
  ['W1234567L', false],
  ['X123456L', false],
  ['X12345678L', false],
  ['X1234567', false],
])('NIE %s: %s [A5.6]', (number, valid) => expect(isNie(number)).toBe(valid))

test('the letters I, Ñ, O and U are refused: no document ends with them', () => {
  for (const letter of 'IÑOU') expect(isDni(`12345678${letter}`)).toBe(false)
})

test.each([
  ['AB12', false],
  ['AB123', true],
  ['PAA123456', true],
  ['A12345678901234', true],
  ['A123456789012345', false],
  ['ABCDEF', false],
  ['AB-12345', false],
])('passport %s: %s [A5.6]', (number, valid) => expect(isPassport(number)).toBe(valid))

test.each([
  [' 12.345.678-z ', 'DNI', true],
  ['x-1234567-l', 'NIE', true],
  ['paa 123456', 'PASSPORT', true],
  ['12345678Z', 'NIE', false],
  ['X1234567L', 'DNI', false],
] as const)('%s as typed for a %s: %s', (typed, type, valid) =>
  expect(isDocument(type, tidyDocument(typed))).toBe(valid),
)

test('a text that only begins or ends like a document is refused', () => {
  // JavaScript parses some of these as numbers: 12345678E1, 0X1234567.
  for (const text of ['100000000', '12345678E1', ' 12345678'])
    expect([...LETTERS].filter((letter) => isDni(text + letter))).toEqual([])
  for (const text of ['0X1234567', 'X1234567E1', '1X1234567'])
    expect([...LETTERS].filter((letter) => isNie(text + letter))).toEqual([])
})

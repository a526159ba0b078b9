import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCpf, isDni } from './documents.ts'

test.each([
  ['52998224725', true],
  ['52998224724', false],
  ['5299822472', false],
  ['529982247250', false],
  ['11111111111', false],
  ['00000000000', false],
])('CPF %s: %s', (cpf, valid) => expect(isCpf(cpf)).toBe(valid))

test('of the hundred endings of nine digits exactly one makes a CPF', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_998 }), (number) => {
      const nine = String(number).padStart(9, '0')
      fc.pre(!/^(\d)\1*$/.test(nine))
      const endings = Array.from({ length: 100 }, (_, ending) => nine + String(ending).padStart(2, '0'))
      expect(endings.filter(isCpf)).toHaveLength(1)
    }),
  )
})

test('two digits swapped by mistake never make the same DNI', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 6 }), (number, place) => {
      const digits = String(number).padStart(8, '0')
      const swapped =
        digits.slice(0, place) +
        digits
          .slice(place, place + 2)
          .split('')
          .reverse()
          .join('') +
        digits.slice(place + 2)
      fc.pre(swapped !== digits)
      const letter = [...'TRWAGMYFPDXBNJZSQVHLCKE'].find((candidate) => isDni(digits + candidate))
      expect(isDni(swapped + letter)).toBe(false)
    }),
  )
})

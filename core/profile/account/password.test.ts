import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { characterClasses, passwordProblem, passwordStrength } from './password.ts'

describe('a password [A5.7]', () => {
  test.each([
    ['', 'REQUIRED'],
    ['Ab3-xyz', 'TOO_SHORT'],
    ['Ab3-xyzw', undefined],
    ['abcdwxyz12', 'TOO_SIMPLE'],
    ['muchos caballos', 'TOO_SIMPLE'],
    ['Muchos caballos', undefined],
    ['Ñandú-2', 'TOO_SHORT'],
    ['Ñandú-22', undefined],
    [`Aa1${'x'.repeat(125)}`, undefined],
    [`Aa1${'x'.repeat(126)}`, 'TOO_LONG'],
    ['Cuida-demo-1', undefined],
  ])('%s [A9.6]', (password, problem) => expect(passwordProblem(password)).toBe(problem))

  test.each([
    'Password1',
    'P@ssw0rd!',
    'Qwerty2024',
    'Contraseña_1',
    'Senha123!',
    'Bienvenida1!',
    '1Qaz2wsx',
    'Aa123456',
    'Aa1!Aa1!',
    'Barcelona10',
    '2024Barcelona!',
    '!!1Q2w3e4r',
    '1Q2w3e4r!!',
    'Ab1Ab1Ab1',
    'Aa111111',
    'Xyz-1234',
    'Xy-1111!',
  ])('%s is as common as its base word', (password) => expect(passwordProblem(password)).toBe('TOO_COMMON'))

  test.each([
    ['four letters beside digits that count up', 'Wxyz-1234'],
    ['three digits that count up', 'Xyz-+123'],
    ['digits that neither count up nor stay the same', 'Xy-7391!'],
    ['digits that stay the same but for the first', 'Xy-7111!'],
    ['digits that stay the same but for the last', 'Xy-1117!'],
  ])('%s are not common: %s', (_, password) => expect(passwordProblem(password)).toBeUndefined())

  test('a long password that only contains a common word is accepted', () =>
    expect(passwordProblem('el Password de mi gata 9')).toBeUndefined())
})

test.each([
  ['abc', 1],
  ['abcdefgh', 1],
  ['abcdefg1', 2],
  ['Abc-12', 2],
  ['Abc-de', 2],
  ['abc-de', 1],
  ['Password1', 1],
  ['Tigre-tr1ste', 3],
])('the meter shows %s as %i', (password, strength) => expect(passwordStrength(password)).toBe(strength))

test('the meter says secure exactly when the rule accepts [A9.6]', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 140, unit: 'grapheme' }), (password) => {
      expect(passwordStrength(password) === 3).toBe(passwordProblem(password) === undefined)
    }),
  )
})

test.each([
  ['abcñ', 1],
  ['ABCÑ', 1],
  ['1234', 1],
  ['- _.', 1],
  ['密码密码', 1],
  ['abcABC', 2],
  ['abc123', 2],
  ['ABC-', 2],
  ['123-', 2],
  ['abcABC1', 3],
  ['abcABC1-', 4],
])('%s has %i classes of characters', (password, kinds) => expect(characterClasses(password)).toBe(kinds))

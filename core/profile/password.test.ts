import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passwordProblem, passwordStrength } from './password.ts'

describe('a password', () => {
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
  ])('%s', (password, problem) => expect(passwordProblem(password)).toBe(problem))

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
  ])('%s is as common as its word', (password) => expect(passwordProblem(password)).toBe('TOO_COMMON'))

  test('a long one that only contains a common word is fine', () =>
    expect(passwordProblem('el Password de mi gata 9')).toBeUndefined())
})

test.each([
  ['abc', 1],
  ['abcdefgh', 1],
  ['abcdefg1', 2],
  ['Abc-12', 2],
  ['Password1', 1],
  ['Tigre-tr1ste', 3],
])('the meter shows %s as %i', (password, strength) => expect(passwordStrength(password)).toBe(strength))

test('the meter says secure exactly when the rule accepts', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 140, unit: 'grapheme' }), (password) => {
      expect(passwordStrength(password) === 3).toBe(passwordProblem(password) === undefined)
    }),
  )
})

import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Ana García López', 'AG', 'AL'],
  ['Dra. Elena Ruiz Soler', 'ER', 'ES'],
  ['Dr. Jorge Molina', 'JM', 'JM'],
  ['Doctora Inés Aguirre Otxoa', 'IA', 'IO'],
  ['Dra Marta Vidal Costa', 'MV', 'MC'],
  ['Dr. Rafael Teixeira Lima', 'RT', 'RL'],
  ['Joana da Silva Amaral', 'JS', 'JA'],
  ['Ana María García', 'AG', 'AG'],
  ['Ana María García López', 'AG', 'AL'],
  ['José Luis de la Torre Gil', 'JT', 'JG'],
  ['María de la Cruz Gómez', 'MC', 'MG'],
  ['Leo', 'L', 'L'],
  ['Don', 'D', 'D'],
  ['ángel núñez', 'ÁN', 'ÁN'],
  ['  ', '', ''],
])('the initials of %s are %s in Spain and %s in Brazil', (name, spain, brazil) =>
  expect([initialsOf(name, 'ES'), initialsOf(name, 'BR')]).toEqual([spain, brazil]),
)

test('Mexico follows Spain, and an unknown country follows Brazil', () =>
  expect(['MX', 'US', ''].map((country) => initialsOf('Elena Ruiz Soler', country))).toEqual(['ER', 'ES', 'ES']))

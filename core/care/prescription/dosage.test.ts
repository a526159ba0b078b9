import { expect, test } from 'vitest'
import { readAmount, unitsNeeded } from './dosage.ts'

test.each([
  ['1', 1],
  [' 0,5 ', 0.5],
  ['2.25', 2.25],
  ['1/2', 0.5],
  ['1/3', 0.333],
  ['0', undefined],
  ['1/0', undefined],
  ['', undefined],
  ['-1', undefined],
  ['one', undefined],
  ['1,2,3', undefined],
  ['10001', undefined],
])('"%s" is read as an amount of %s', (typed, amount) => expect(readAmount(typed)).toBe(amount))

test.each([
  [1, 'every-8-hours', 5, 15],
  [0.1, 'every-8-hours', 10, 3],
  [0.5, 'once-a-day', 5, 3],
  [1, 'once-a-week', 28, 4],
  [2, 'every-other-day', 7, 7],
  [1, 'as-written', 7, undefined],
  [1, 'single-dose', 1, undefined],
] as const)('%s units %s for %s days are %s units', (amount, frequency, days, units) =>
  expect(unitsNeeded({ amount, frequency }, days)).toBe(units),
)

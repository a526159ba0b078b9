import { expect, test } from 'vitest'
import { isForAge } from './ages.ts'

test.each([
  ['everyone by default', null, 0, true],
  ['the oldest child', { from: null, to: 17 }, 17, true],
  ['no patient on their 18th birthday', { from: null, to: 17 }, 18, false],
  ['the youngest', { from: 2, to: null }, 2, true],
  ['no younger patient', { from: 2, to: null }, 1, false],
])('a product is for %s', (_, ages, age, isServed) => expect(isForAge(ages, age)).toBe(isServed))

import metadata from 'libphonenumber-js/metadata.min.json'
import { beforeEach, expect, test } from 'vitest'
import { provideNumberingPlans } from '../../access/sign-in/phone.ts'
import { phoneGroups } from './PhoneNumber.tsx'

beforeEach(() => provideNumberingPlans({ countries: [], metadata: metadata as never }))

test.each([
  ['+34600000001', '+34 600 00 00 01'],
  ['+5511900000001', '+55 11 90000 0001'],
  ['+447400123456', '+44 7400 123456'],
])('%s is read as %s, and its groups join to the bare number', (number, expected) => {
  const groups = phoneGroups(number)
  expect(groups.join('').replaceAll('-', ' ')).toBe(expected)
  expect(groups.filter((_, index) => index % 2 === 0).join('')).toBe(number)
})

test('a number without a numbering plan is one group', () => expect(phoneGroups('+999123')).toEqual(['+999123']))

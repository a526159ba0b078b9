import { expect, test } from 'vitest'
import { maskPhoneNumber } from './mask-phone-number.ts'

test.each([
  ['+34612345678', '+34 61•••••78'],
  ['+5511987654321', '+55 11•••••4321'],
  ['+14155552671', '+1 41•••••671'],
  ['+351912345678', '+351 91•••••78'],
  ['+447400123456', '+44 74•••••456'],
  ['+3491000', '+34 91•••'],
  ['600000001', '60•••••01'],
])('%s is shown as %s: 2 leading characters and the tail after 7 [B9.8]', (number, expected) =>
  expect(maskPhoneNumber(number)).toBe(expected),
)

import { formatCardNumber } from '@cuida/core/checkout/card/card.ts'
import { expect, test } from 'vitest'
import { caretAfter } from './caret.ts'

test.each([
  ['a digit inserted in the middle', '4242 94242 4242', 6, 6],
  ['a digit inserted at the end of a group', '42429 4242', 5, 6],
  ['a digit deleted at the start', '242 4242', 0, 0],
  ['letters do not count', '4242 x424', 6, 4],
])('the caret stays in place: %s', (_, typed, position, expected) => {
  expect(caretAfter(typed, position, formatCardNumber(typed))).toBe(expected)
})

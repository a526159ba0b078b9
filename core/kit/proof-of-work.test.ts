import { expect, test } from 'vitest'
import { isSolution, proofText } from './proof-of-work.ts'

test.each([
  ['as many zeros as are wanted', 0x0000_ffff, 16, true],
  ['more', 0x0000_7fff, 16, true],
  ['one less', 0x0001_0000, 16, false],
  ['none, where none is wanted', 0xffff_ffff, 0, true],
  ['nothing but zeros', 0, 32, true],
])('a hash that begins with %s', (_, word, bits, solves) => expect(isSolution(word, bits)).toBe(solves))

test('a counter solves one challenge only', () => {
  expect(proofText('abc', 7)).toBe('abc:7')
  expect(proofText('abc', 71)).not.toBe(proofText('abc7', 1))
})

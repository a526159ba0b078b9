import { expect, test } from 'vitest'
import { lengthOf, lengthProblem } from './text-length.ts'

test.each([
  ['letters', 'Duele', 5],
  ['blanks around them', '  Duele\n', 5],
  ['a blank between them', 'Me duele', 8],
  ['an emoji, two units for a computer', '👍', 1],
  ['a family of three, and what holds it together', '👨‍👩‍👧', 5],
  ['an accent in its letter', 'é'.normalize('NFC'), 1],
  ['an accent put on its letter', 'é'.normalize('NFD'), 2],
  ['nothing', '', 0],
])('%s: %j has %d characters', (_, text, length) => expect(lengthOf(text)).toBe(length))

test.each([
  ['as short as may be', 'x'.repeat(10), undefined],
  ['one too few', 'x'.repeat(9), 'TOO_SHORT'],
  ['one too few, blanks not counted', ` ${'x'.repeat(9)} `, 'TOO_SHORT'],
  ['as long as may be', 'x'.repeat(50), undefined],
  ['as many emoji as may be', '👍'.repeat(50), undefined],
  ['as long as may be, blanks not counted', ` ${'x'.repeat(50)} `, undefined],
  ['one too many', 'x'.repeat(51), 'TOO_LONG'],
  ['one emoji too many', '👍'.repeat(51), 'TOO_LONG'],
])('%s', (_, text, problem) => expect(lengthProblem(text, 10, 50)).toBe(problem))

import { expect, test } from 'vitest'
import { lengthOf, lengthProblem } from './text-length.ts'

test.each([
  ['letters', 'Duele', 5],
  ['blanks around them', '  Duele\n', 5],
  ['a blank between them', 'Me duele', 8],
  ['an emoji of two UTF-16 units', '👍', 1],
  ['a family emoji with its joiners', '👨‍👩‍👧', 5],
  ['a composed accent', 'é'.normalize('NFC'), 1],
  ['a decomposed accent', 'é'.normalize('NFD'), 2],
  ['nothing', '', 0],
])('%s: %j has %d characters', (_, text, length) => expect(lengthOf(text)).toBe(length))

test.each([
  ['the shortest text is accepted', 'x'.repeat(10), undefined],
  ['a text one character shorter is refused', 'x'.repeat(9), 'TOO_SHORT'],
  ['a text one character shorter with blanks around it is refused', ` ${'x'.repeat(9)} `, 'TOO_SHORT'],
  ['the longest text is accepted', 'x'.repeat(50), undefined],
  ['the longest text of emoji is accepted', '👍'.repeat(50), undefined],
  ['the longest text with blanks around it is accepted', ` ${'x'.repeat(50)} `, undefined],
  ['a text one character longer is refused', 'x'.repeat(51), 'TOO_LONG'],
  ['a text one emoji longer is refused', '👍'.repeat(51), 'TOO_LONG'],
])('%s', (_, text, problem) => expect(lengthProblem(text, 10, 50)).toBe(problem))

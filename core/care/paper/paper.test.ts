import { expect, test } from 'vitest'
import { initialsOf, printedCode, spelledCode } from './paper.ts'

test.each([
  ['as it is printed', '7K2M-94QX-0RTB', '7K2M94QX0RTB'],
  ['in small letters and with gaps', ' 7k2m 94qx 0rtb ', '7K2M94QX0RTB'],
  ['with letters for digits', 'OIL2-94QX-0RTB', '01 12-94QX-0RTB'.replaceAll(/[ -]/g, '')],
  ['too short', '7K2M-94QX-0RT', undefined],
  ['too long', '7K2M-94QX-0RTBB', undefined],
  ['with a letter that no code has', '7K2M-94QX-0RTU', undefined],
  ['empty', '', undefined],
])('a code %s', (_, typed, code) => expect(spelledCode(typed)).toBe(code))

test('it is printed in groups of four', () => expect(printedCode('7K2M94QX0RTB')).toBe('7K2M-94QX-0RTB'))
test('initials tell nobody a name', () => expect(initialsOf('álvaro', 'García López')).toBe('Á. G.'))

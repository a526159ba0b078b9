import * as v from 'valibot'
import { expect, test } from 'vitest'
import { initialsOf, printedCode, spelledCode } from './paper.ts'
import { checkPaper } from './paper-api.ts'

test.each([
  ['as it is printed', '7K2M-94QX-0RTB', '7K2M94QX0RTB'],
  ['in small letters and with gaps', ' 7k2m 94qx 0rtb ', '7K2M94QX0RTB'],
  ['with letters for digits', 'OIL2-94QX-0RTB', '01 12-94QX-0RTB'.replaceAll(/[ -]/g, '')],
  ['too short', '7K2M-94QX-0RT', undefined],
  ['too long', '7K2M-94QX-0RTBB', undefined],
  ['with a letter that no code has', '7K2M-94QX-0RTU', undefined],
  ['empty', '', undefined],
])('a code %s', (_, typed, code) => expect(spelledCode(typed)).toBe(code))

test('a printed code has groups of four', () => expect(printedCode('7K2M94QX0RTB')).toBe('7K2M-94QX-0RTB'))
test.each([
  ['of two names', ['álvaro', 'García López'], 'Á. G.'],
  ['of names with blanks around them', [' ana ', ' Ruiz'], 'A. R.'],
  ['of a letter that takes two places', ['𝒜na', 'Ruiz'], '𝒜. R.'],
  ['of somebody with one name', ['Ana', ' '], 'A. –.'],
])('initials do not reveal a name: %s', (_, names, initials) => expect(initialsOf(...names)).toBe(initials))

const paper = {
  kind: 'notes',
  standing: 'valid',
  issuer: 'Clínica',
  issuedAt: '2026-11-21T12:00:00Z',
  day: '2026-11-21',
  clinician: { name: 'Eva Sanz', registrationNumber: '28/1' },
  initials: 'A. G.',
}
test.each([
  ['the notes hold', {}, true],
  ['a certificate holds', { kind: 'attendance' }, true],
  ['a prescription ran out', { kind: 'prescription', standing: 'expired' }, true],
  ['a prescription was cancelled', { kind: 'prescription', standing: 'cancelled' }, true],
  ['what is none of our papers', { kind: 'invoice' }, false],
  ['what neither holds nor does not', { standing: 'unknown' }, false],
])('the recipient of a document can verify: %s', (_, about, told) =>
  expect(v.is(checkPaper.reply, { ...paper, ...about })).toBe(told),
)

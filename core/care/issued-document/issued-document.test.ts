import * as v from 'valibot'
import { expect, test } from 'vitest'
import { formatVerificationCode, initialsOf, parseVerificationCode } from './issued-document.ts'
import { verifyIssuedDocument } from './issued-document-api.ts'

test.each([
  ['is read as printed', '7K2M-94QX-0RTB', '7K2M94QX0RTB'],
  ['is read in lower case and with gaps', ' 7k2m 94qx 0rtb ', '7K2M94QX0RTB'],
  ['is read with letters in place of digits', 'OIL2-94QX-0RTB', '01 12-94QX-0RTB'.replaceAll(/[ -]/g, '')],
  ['is refused when it is too short', '7K2M-94QX-0RT', undefined],
  ['is refused when it is too long', '7K2M-94QX-0RTBB', undefined],
  ['is refused with a letter outside its alphabet', '7K2M-94QX-0RTU', undefined],
  ['is refused when it is empty', '', undefined],
])('a code %s', (_, typed, code) => expect(parseVerificationCode(typed)).toBe(code))

test('a printed code has groups of four', () => expect(formatVerificationCode('7K2M94QX0RTB')).toBe('7K2M-94QX-0RTB'))
test.each([
  ['two names', ['álvaro', 'García López'], 'Á. G.'],
  ['names with blanks around them', [' ana ', ' Ruiz'], 'A. R.'],
  ['a letter outside the basic plane', ['𝒜na', 'Ruiz'], '𝒜. R.'],
  ['a single name', ['Ana', ' '], 'A. –.'],
])('initials do not reveal a name: %s', (_, names, initials) => expect(initialsOf(...names)).toBe(initials))

const document = {
  kind: 'notes',
  status: 'valid',
  issuer: 'Clínica',
  issuedAt: '2026-11-21T12:00:00Z',
  day: '2026-11-21',
  clinician: { name: 'Eva Sanz', registrationNumber: '28/1' },
  initials: 'A. G.',
}
test.each([
  ['valid notes', {}, true],
  ['a valid certificate of attendance', { kind: 'attendance' }, true],
  ['an expired prescription', { kind: 'prescription', status: 'expired' }, true],
  ['a cancelled prescription', { kind: 'prescription', status: 'cancelled' }, true],
  ['no other kind of document', { kind: 'invoice' }, false],
  ['no unknown status', { status: 'unknown' }, false],
])('the recipient of a document can verify: %s', (_, about, isValid) =>
  expect(v.is(verifyIssuedDocument.reply, { ...document, ...about })).toBe(isValid),
)

import * as v from 'valibot'
import { expect, test } from 'vitest'
import { AccountProfile } from './account-profile.ts'

const ana = {
  firstName: 'Ana',
  lastName: 'Prueba',
  dateOfBirth: '1990-05-04',
  sex: 'Female',
  nationalIdentificationNumber: { documentNumber: '12345678Z', documentType: 'DNI' },
  password: 'a long enough one',
  email: 'ana@example.com',
  phone: { number: '+34600000001', country: 'ES' },
  termsAccepted: true,
}
const without = (name: keyof typeof ana) => Object.fromEntries(Object.entries(ana).filter(([key]) => key !== name))

test('a registration keeps the fields as they were entered', () => {
  expect(v.parse(AccountProfile, ana)).toEqual(ana)
  for (const documentType of ['DNI', 'NIE', 'PASSPORT']) {
    const document = { documentNumber: 'X1234567L', documentType }
    expect(v.is(AccountProfile, { ...ana, nationalIdentificationNumber: document })).toBe(true)
  }
  for (const sex of ['Male', 'Female', 'PreferNotToSay']) expect(v.is(AccountProfile, { ...ana, sex })).toBe(true)
})

test.each(['passport', 'Passport', 'PASSPORT'])('the document type %s is a passport [A3.6]', (documentType) => {
  const document = { documentNumber: 'XD123456', documentType }
  expect(v.parse(AccountProfile, { ...ana, nationalIdentificationNumber: document })).toMatchObject({
    nationalIdentificationNumber: { documentType: 'PASSPORT' },
  })
})

test.each(['firstName', 'lastName', 'dateOfBirth', 'sex', 'email', 'phone'] as const)(
  'a registration needs %s',
  (name) => expect(v.is(AccountProfile, without(name))).toBe(false),
)

test('a registration needs the accepted terms', () =>
  expect(v.is(AccountProfile, { ...ana, termsAccepted: false })).toBe(false))

test('an account from an identity provider needs neither password nor document', () => {
  expect(v.is(AccountProfile, without('password'))).toBe(true)
  expect(v.is(AccountProfile, without('nationalIdentificationNumber'))).toBe(true)
})

test.each([
  ['a first name of one letter', { firstName: 'A' }],
  ['a first name of blanks', { firstName: '    ' }],
  ['a password of seven letters', { password: 'seven77' }],
  ['a password longer than a server should hash', { password: 'x'.repeat(129) }],
  ['an invalid e-mail address', { email: 'ana at example' }],
  ['a document without a number', { nationalIdentificationNumber: { documentType: 'DNI' } }],
  ['an unknown type of document', { nationalIdentificationNumber: { documentNumber: '1234', documentType: 'X' } }],
  ['an invalid date of birth', { dateOfBirth: '4 May 1990' }],
])('a registration with %s is refused', (_, changes) =>
  expect(v.is(AccountProfile, { ...ana, ...changes })).toBe(false),
)

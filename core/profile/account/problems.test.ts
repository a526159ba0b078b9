import { describe, expect, test } from 'vitest'
import {
  changeProblems,
  dependantProblems,
  documentProblems,
  type ProfileDraft,
  type ProfileRules,
  profileProblems,
  profileRules,
} from './problems.ts'

const spain: ProfileRules = {
  countries: ['ES', 'PT'],
  documentTypes: ['DNI', 'NIE', 'PASSPORT'],
  requireCpf: false,
  today: '2026-03-01',
}
const brazil: ProfileRules = { countries: ['BR'], documentTypes: [], requireCpf: true, today: '2026-03-01' }

const ana: ProfileDraft = {
  firstName: 'Ana',
  lastName: 'Ruiz',
  dateOfBirth: '1990-05-17',
  sex: 'Female',
  nationalIdentificationNumber: { documentType: 'DNI', documentNumber: '12345678-z' },
  password: 'Tres-Tristes-Tigres',
  email: 'ana@example.com',
  phone: { number: '+34600000001', country: 'ES' },
  termsAccepted: true,
}

test('a complete profile has no problem [A3.6] [A5.6] [A5.8]', () =>
  expect(profileProblems(ana, spain)).toStrictEqual({}))

test('an empty form reports every field that is required in Spain', () => {
  const required = ['firstName', 'lastName', 'dateOfBirth', 'sex', 'password', 'email', 'phone', 'termsAccepted']
  const document = ['documentType', 'documentNumber'].map((field) => `nationalIdentificationNumber.${field}`)
  expect(profileProblems({}, spain)).toEqual(
    Object.fromEntries([...required, ...document].map((field) => [field, 'REQUIRED'])),
  )
})

test('an account from an identity provider needs no password', () => {
  const { password: _, ...rest } = ana
  expect(profileProblems(rest, { ...spain, asksPassword: false })).toEqual({})
  expect(profileProblems(rest, { ...spain, asksPassword: true })).toEqual({ password: 'REQUIRED' })
})

test('a document that is asked later may be absent, and must be valid when it is sent', () => {
  const { nationalIdentificationNumber: _, ...rest } = ana
  const later = { ...spain, isDocumentLater: true }
  expect(profileProblems(rest, later)).toEqual({})
  expect(
    profileProblems({ ...rest, nationalIdentificationNumber: { documentType: 'DNI', documentNumber: '1' } }, later),
  ).toEqual({
    'nationalIdentificationNumber.documentNumber': 'INVALID',
  })
  expect(documentProblems({ documentType: 'CPF', documentNumber: '' }, later)).toEqual({
    documentType: 'NOT_ALLOWED',
    documentNumber: 'REQUIRED',
  })
  expect(documentProblems({ documentType: 'DNI', documentNumber: '12345678Z' }, later)).toEqual({})
})

describe('the rules of a partner', () => {
  const partner = { countryCodes: ['BR', 'PT'], documentTypes: ['CPF' as const], timeZone: 'America/Sao_Paulo' }
  test('they depend on its countries, its documents and its time zone', () => {
    expect(profileRules(partner, new Date('2026-03-01T02:59:59Z'))).toEqual({
      countries: ['BR', 'PT'],
      documentTypes: [],
      isDocumentLater: false,
      requireCpf: true,
      today: '2026-02-28',
    })
  })
  test('they ask for a CPF beside other documents, or not at all', () => {
    const requirementsOf = (...documentTypes: ('CPF' | 'DNI' | 'PASSPORT')[]) =>
      profileRules({ ...partner, documentTypes }, new Date('2026-03-01T12:00:00Z'))
    expect(requirementsOf('DNI', 'CPF', 'PASSPORT')).toMatchObject({
      documentTypes: ['DNI', 'PASSPORT'],
      requireCpf: true,
    })
    expect(requirementsOf('DNI')).toMatchObject({ documentTypes: ['DNI'], requireCpf: false, today: '2026-03-01' })
  })
})

test('Brazil asks for the CPF and for no other document', () => {
  const { nationalIdentificationNumber: _, ...rest } = ana
  const bruna = { ...rest, phone: { number: '+5511900000001', country: 'BR' } }
  expect(profileProblems(bruna, brazil)).toEqual({ cpf: 'REQUIRED' })
  expect(profileProblems({ ...bruna, cpf: '529.982.247-25' }, brazil)).toEqual({})
  expect(profileProblems({ ...bruna, cpf: '529.982.247-26' }, brazil)).toEqual({ cpf: 'INVALID' })
})

describe('one wrong field is one problem [A3.13] [A9.6]', () => {
  const cases: [string, Partial<ProfileDraft>, object][] = [
    ['a name of one letter', { firstName: ' A ' }, { firstName: 'TOO_SHORT' }],
    ['a name of two letters is a name', { firstName: 'Bo' }, {}],
    ['a name of one character outside the basic plane', { lastName: '𠮷' }, { lastName: 'TOO_SHORT' }],
    ['a name with a line break inside', { lastName: 'Ru\niz' }, { lastName: 'INVALID' }],
    ['a name of 80 letters', { firstName: 'a'.repeat(80) }, {}],
    ['a family name of 120 letters', { lastName: 'a'.repeat(120) }, {}],
    ['a family name of 121 letters', { lastName: 'a'.repeat(121) }, { lastName: 'TOO_LONG' }],
    ['120 letters on who somebody is', { genderInfo: 'a'.repeat(120) }, {}],
    ['121 letters on who somebody is', { genderInfo: 'a'.repeat(121) }, { genderInfo: 'TOO_LONG' }],
    ['no e-mail', { email: ' ' }, { email: 'REQUIRED' }],
    ['a name of 81 letters', { firstName: 'a'.repeat(81) }, { firstName: 'TOO_LONG' }],
    ['blanks only', { lastName: '   ' }, { lastName: 'REQUIRED' }],
    ['18 tomorrow', { dateOfBirth: '2008-03-02' }, { dateOfBirth: 'TOO_YOUNG' }],
    ['18 today', { dateOfBirth: '2008-03-01' }, {}],
    ['born on 29 February, 18 on 1 March', { dateOfBirth: '2008-02-29' }, {}],
    ['born in 1900', { dateOfBirth: '1900-12-31' }, { dateOfBirth: 'TOO_LONG_AGO' }],
    ['born in 1901', { dateOfBirth: '1901-01-01' }, {}],
    ['born tomorrow', { dateOfBirth: '2026-03-02' }, { dateOfBirth: 'IN_FUTURE' }],
    ['31 February', { dateOfBirth: '1990-02-31' }, { dateOfBirth: 'INVALID' }],
    ['a sex that is none of ours', { sex: 'F' }, { sex: 'INVALID' }],
    ['a man', { sex: 'Male' }, {}],
    ['who prefers not to say', { sex: 'PreferNotToSay' }, {}],
    ['an e-mail without a host', { email: 'ana@' }, { email: 'INVALID' }],
    ['an e-mail with blanks around it', { email: ' ana@example.com ' }, {}],
    ['an e-mail with accents', { email: 'josé@clínica.example' }, {}],
    [
      'a phone from a country that the partner does not take',
      { phone: { number: '+4915112345678', country: 'DE' } },
      { phone: 'NOT_ALLOWED' },
    ],
    [
      'a phone that is no international number',
      { phone: { number: '600000001', country: 'ES' } },
      { phone: 'INVALID' },
    ],
    ...['x+34600000001', '+34600000001x', '+0600000001', `+34${'6'.repeat(14)}`].map(
      (number): [string, Partial<ProfileDraft>, object] => [
        `a phone written ${number}`,
        { phone: { number, country: 'ES' } },
        { phone: 'INVALID' },
      ],
    ),
    ['terms not accepted', { termsAccepted: false }, { termsAccepted: 'REQUIRED' }],
  ]
  test.each(cases)('%s', (_, change, expected) =>
    expect(profileProblems({ ...ana, ...change }, spain)).toEqual(expected),
  )
})

describe('identity documents', () => {
  const cases: [string, string, string, object][] = [
    ['a DNI with its letter', 'DNI', '12345678Z', {}],
    ['a DNI with another letter', 'DNI', '12345678A', { 'nationalIdentificationNumber.documentNumber': 'INVALID' }],
    ['a NIE with its letter', 'NIE', 'x-1234567-l', {}],
    ['a NIE that starts with Y counts as 1', 'NIE', 'Y1234567X', {}],
    ['a NIE with another letter', 'NIE', 'X1234567M', { 'nationalIdentificationNumber.documentNumber': 'INVALID' }],
    ['a DNI typed as a NIE', 'NIE', '12345678Z', { 'nationalIdentificationNumber.documentNumber': 'INVALID' }],
    ['a passport', 'PASSPORT', 'PAA 123456', {}],
    ['a passport without a digit', 'PASSPORT', 'ABCDEF', { 'nationalIdentificationNumber.documentNumber': 'INVALID' }],
    ['no number', 'DNI', ' ', { 'nationalIdentificationNumber.documentNumber': 'REQUIRED' }],
    [
      'a type that the partner does not ask',
      'CPF',
      '52998224725',
      { 'nationalIdentificationNumber.documentType': 'NOT_ALLOWED' },
    ],
  ]
  test.each(cases)('%s', (_, documentType, documentNumber, expected) => {
    const nationalIdentificationNumber = { documentType, documentNumber }
    expect(profileProblems({ ...ana, nationalIdentificationNumber }, spain)).toEqual(expected)
  })
})

describe('changes of a profile', () => {
  test.each([
    ['nothing', {}, {}],
    ['a name', { firstName: 'Bo' }, {}],
    ['a name that is none', { firstName: ' ' }, { firstName: 'REQUIRED' }],
    ['a name of 81 letters', { firstName: 'a'.repeat(81) }, { firstName: 'TOO_LONG' }],
    ['a family name that is none', { lastName: 'R' }, { lastName: 'TOO_SHORT' }],
    ['a family name of 121 letters', { lastName: 'a'.repeat(121) }, { lastName: 'TOO_LONG' }],
    ['no gender information', { genderInfo: null }, {}],
    ['gender information of 120 letters', { genderInfo: 'a'.repeat(120) }, {}],
    ['gender information of 121 letters', { genderInfo: 'a'.repeat(121) }, { genderInfo: 'TOO_LONG' }],
  ])('%s', (_, change, problems) => expect(changeProblems(change)).toStrictEqual(problems))
})

describe('the profile of a dependant', () => {
  const leo: ProfileDraft = { firstName: 'Leo', lastName: 'Ruiz', dateOfBirth: '2017-03-09', sex: 'Male' }
  const dni = (documentNumber: string, documentType?: string) => ({
    nationalIdentificationNumber: { documentNumber, documentType },
  })
  test.each<[string, ProfileDraft, object]>([
    ['needs neither a document nor credentials', leo, {}],
    ['may have a document', { ...leo, ...dni('12345678Z', 'DNI') }, {}],
    ['may have a document type without a number', { ...leo, ...dni('  ', 'DNI') }, {}],
    [
      'cannot have a document with a wrong letter',
      { ...leo, ...dni('12345678A', 'DNI') },
      { 'nationalIdentificationNumber.documentNumber': 'INVALID' },
    ],
    [
      'cannot have a document without a type',
      { ...leo, ...dni('12345678Z') },
      { 'nationalIdentificationNumber.documentType': 'REQUIRED' },
    ],
    ['cannot have a wrong CPF', { ...leo, cpf: '52998224726' }, { cpf: 'INVALID' }],
    ['may be born today', { ...leo, dateOfBirth: '2026-03-01' }, {}],
    ['cannot be born in the future', { ...leo, dateOfBirth: '2026-03-02' }, { dateOfBirth: 'IN_FUTURE' }],
    ['is a minor on the day before the 18th birthday', { ...leo, dateOfBirth: '2008-03-02' }, {}],
    ['is no minor on the 18th birthday', { ...leo, dateOfBirth: '2008-03-01' }, { dateOfBirth: 'TOO_OLD' }],
    ['needs a name of two letters', { ...leo, firstName: 'L' }, { firstName: 'TOO_SHORT' }],
  ])('%s', (_, child, problems) => expect(dependantProblems(child, spain)).toStrictEqual(problems))

  test('an empty profile of a dependant needs a name, a date of birth and a sex', () => {
    expect(dependantProblems({ nationalIdentificationNumber: {} }, { ...brazil, requireCpf: true })).toStrictEqual({
      firstName: 'REQUIRED',
      lastName: 'REQUIRED',
      dateOfBirth: 'REQUIRED',
      sex: 'REQUIRED',
    })
  })
})

import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'
import { describe, expect, test } from 'vitest'
import { type Draft, draftProblems, emptyDraft, profileOf, startDraft } from './profile-draft.ts'

const empty = emptyDraft('DNI', 'ES')
const phone = { number: '+34600000001', country: 'ES' } as const
const SPAIN = { countries: ['ES'], documentTypes: ['DNI', 'NIE'], requireCpf: false, today: '2026-11-26' }
const BRAZIL = { ...SPAIN, documentTypes: [], requireCpf: true }
const typed: Draft = {
  firstName: ' Ana ',
  lastName: ' Ruiz ',
  dateOfBirth: '1990-05-01',
  sex: 'Female',
  genderInfo: '',
  email: ' ana@example.com ',
  documentType: 'DNI',
  documentNumber: '12345678Z',
  cpf: '52998224725',
  password: 'Correct-horse-1',
  phone: { number: '+34600000002', country: 'ES' },
  termsAccepted: true,
}
const account: AccountProfile = {
  firstName: 'Ana',
  lastName: 'Ruiz',
  dateOfBirth: '1990-05-01',
  sex: 'Female',
  email: 'ana@example.com',
  phone,
  nationalIdentificationNumber: { documentType: 'NIE', documentNumber: 'X1234567L' },
} as AccountProfile

describe('a new draft', () => {
  test('an empty draft has the usual document and country, and no consent', () =>
    expect(empty).toEqual({
      firstName: '',
      lastName: '',
      dateOfBirth: '',
      sex: '',
      genderInfo: '',
      documentNumber: '',
      cpf: '',
      email: '',
      password: '',
      documentType: 'DNI',
      phone: { number: '', country: 'ES' },
      termsAccepted: false,
    }))

  test('a draft is prefilled from Google or a company link', () =>
    expect(startDraft(empty, { email: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz' }, undefined)).toEqual({
      ...empty,
      email: 'ana@example.com',
      firstName: 'Ana',
      lastName: 'Ruiz',
    }))

  test('a draft has no e-mail address when none is known', () => {
    expect(startDraft(empty, { email: null, firstName: 'Ana', lastName: '' }, undefined).email).toBe('')
    expect(startDraft(empty, undefined, undefined)).toEqual(empty)
  })

  test('an earlier draft is kept except for password and consent', () =>
    expect(startDraft(empty, undefined, account)).toEqual({
      ...empty,
      firstName: 'Ana',
      lastName: 'Ruiz',
      dateOfBirth: '1990-05-01',
      sex: 'Female',
      email: 'ana@example.com',
      phone,
      documentType: 'NIE',
      documentNumber: 'X1234567L',
    }))

  test('a CPF prefills the document when there is no other', () => {
    const before = { ...account, nationalIdentificationNumber: undefined, cpf: '52998224725' } as AccountProfile
    expect(startDraft(empty, undefined, before)).toMatchObject({
      cpf: '52998224725',
      documentType: 'DNI',
      documentNumber: '',
    })
  })
})

describe('the submitted profile', () => {
  const common = {
    firstName: 'Ana',
    lastName: 'Ruiz',
    dateOfBirth: '1990-05-01',
    sex: 'Female',
    email: 'ana@example.com',
    termsAccepted: true,
  }
  test('the profile has the fields of this country and the verified phone', () =>
    expect(profileOf(typed, phone, SPAIN)).toEqual({
      ...common,
      phone,
      password: 'Correct-horse-1',
      nationalIdentificationNumber: { documentType: 'DNI', documentNumber: '12345678Z' },
    }))
  test('the profile has only a CPF where that is requested', () =>
    expect(profileOf(typed, phone, BRAZIL)).toEqual({
      ...common,
      phone,
      password: 'Correct-horse-1',
      cpf: '52998224725',
    }))
  test('a profile with Google has no password', () =>
    expect(profileOf(typed, phone, { ...BRAZIL, asksPassword: false })).not.toHaveProperty('password'))
  test('the profile has the typed phone when none is verified', () =>
    expect(profileOf({ ...typed, phone: { number: ' 1 ', country: 'ES' } }, undefined, BRAZIL).phone).toEqual({
      number: '1',
      country: 'ES',
    }))
})

test('problems carry the field names of the form', () => {
  expect(Object.keys(draftProblems({ ...typed, documentNumber: '1' }, phone, SPAIN))).toEqual(['documentNumber'])
  expect(Object.keys(draftProblems({ ...typed, documentType: 'RG' }, phone, SPAIN))).toContain('documentType')
  expect(Object.keys(draftProblems({ ...typed, firstName: ' ' }, phone, BRAZIL))).toEqual(['firstName'])
  expect(draftProblems(typed, phone, SPAIN)).toEqual({})
})

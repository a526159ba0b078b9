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

describe('a profile begins', () => {
  test('empty, with the document and the country that are usual here, and nothing agreed to', () =>
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

  test('with what Google or a company’s link told', () =>
    expect(startDraft(empty, { email: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz' }, undefined)).toEqual({
      ...empty,
      email: 'ana@example.com',
      firstName: 'Ana',
      lastName: 'Ruiz',
    }))

  test('without an address, where none was told', () => {
    expect(startDraft(empty, { email: null, firstName: 'Ana', lastName: '' }, undefined).email).toBe('')
    expect(startDraft(empty, undefined, undefined)).toEqual(empty)
  })

  test('with what was filled in before, but its password, and what was agreed to is asked again', () =>
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

  test('with its CPF, where it had no other document', () => {
    const before = { ...account, nationalIdentificationNumber: undefined, cpf: '52998224725' } as AccountProfile
    expect(startDraft(empty, undefined, before)).toMatchObject({
      cpf: '52998224725',
      documentType: 'DNI',
      documentNumber: '',
    })
  })
})

describe('a profile that is sent', () => {
  const common = {
    firstName: 'Ana',
    lastName: 'Ruiz',
    dateOfBirth: '1990-05-01',
    sex: 'Female',
    email: 'ana@example.com',
    termsAccepted: true,
  }
  test('says what this country asks, for the phone that was proved', () =>
    expect(profileOf(typed, phone, SPAIN)).toEqual({
      ...common,
      phone,
      password: 'Correct-horse-1',
      nationalIdentificationNumber: { documentType: 'DNI', documentNumber: '12345678Z' },
    }))
  test('says a CPF where that is asked, and no other document', () =>
    expect(profileOf(typed, phone, BRAZIL)).toEqual({
      ...common,
      phone,
      password: 'Correct-horse-1',
      cpf: '52998224725',
    }))
  test('says no password where Google opens it', () =>
    expect(profileOf(typed, phone, { ...BRAZIL, asksPassword: false })).not.toHaveProperty('password'))
  test('says what was typed, where no phone is proved yet', () =>
    expect(profileOf({ ...typed, phone: { number: ' 1 ', country: 'ES' } }, undefined, BRAZIL).phone).toEqual({
      number: '1',
      country: 'ES',
    }))
})

test('what is wrong is told under the names of the form', () => {
  expect(Object.keys(draftProblems({ ...typed, documentNumber: '1' }, phone, SPAIN))).toEqual(['documentNumber'])
  expect(Object.keys(draftProblems({ ...typed, documentType: 'RG' }, phone, SPAIN))).toContain('documentType')
  expect(Object.keys(draftProblems({ ...typed, firstName: ' ' }, phone, BRAZIL))).toEqual(['firstName'])
  expect(draftProblems(typed, phone, SPAIN)).toEqual({})
})

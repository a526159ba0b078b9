import { describe, expect, test } from 'vitest'
import { changesOf, dependantDraftProblems, dependantOf, draftOf, emptyDependant } from './dependant-draft.ts'

const rules = { countries: ['ES'], documentTypes: ['DNI', 'PASSPORT'], requireCpf: true, today: '2026-11-21' }
const now = new Date('2026-11-21T12:00:00Z')
const leo = { ...emptyDependant('DNI'), firstName: ' Leo ', lastName: 'Sanz', dateOfBirth: '2017-03-09', sex: 'Male' }
const problems = (change: object) => dependantDraftProblems({ ...leo, ...change }, rules, now)

test('a child needs a name, a date of birth and a sex, but no document', () => {
  expect(problems({})).toEqual({})
  expect(Object.keys(dependantDraftProblems(emptyDependant('DNI'), rules, now)).sort()).toEqual([
    'dateOfBirth',
    'firstName',
    'lastName',
    'sex',
  ])
})

test('a given document must be valid', () => {
  expect(problems({ documentNumber: '12345678Z' })).toEqual({})
  expect(problems({ documentNumber: '12345678A' })).toEqual({ documentNumber: 'INVALID' })
  expect(problems({ cpf: '529.982.247-26' })).toEqual({ cpf: 'INVALID' })
})

test.each([
  ['valid on the last day before the 18th birthday', '2008-11-22', {}],
  ['invalid from the 18th birthday', '2008-11-21', { dateOfBirth: 'TOO_OLD' }],
  ['valid when born today', '2026-11-21', {}],
  ['invalid when born in the future', '2026-11-22', { dateOfBirth: 'IN_FUTURE' }],
])('a dependant is %s', (_, dateOfBirth, expected) => expect(problems({ dateOfBirth })).toEqual(expected))

test('empty fields are not sent, and numbers are sent as digits', () => {
  expect(dependantOf({ ...leo, genderInfo: ' él ' })).toEqual({
    firstName: 'Leo',
    lastName: 'Sanz',
    dateOfBirth: '2017-03-09',
    sex: 'Male',
    genderInfo: 'él',
  })
  expect(dependantOf({ ...leo, cpf: '529.982.247-25' }).cpf).toBe('52998224725')
  expect(dependantOf({ ...leo, cpf: ' ', documentNumber: ' ' })).toEqual(dependantOf(leo))
})

describe('a known child', () => {
  const child = {
    id: 'p-1',
    firstName: 'Leo',
    lastName: 'Sanz',
    dateOfBirth: '2017-03-09',
    sex: 'Male' as const,
    genderInfo: null,
    cpf: '52998224725',
    identityFixed: false,
    document: { documentType: 'PASSPORT' as const, documentNumber: 'XA123' },
  }
  const before = draftOf(child, 'DNI')
  test.each([
    ['nothing without changes', {}, {}],
    ['nothing when a number is only formatted differently', { cpf: '529.982.247-25', documentNumber: 'xa 123' }, {}],
    ['only the changed name', { firstName: ' Leonor ' }, { firstName: 'Leonor' }],
    ['null for an emptied number', { documentNumber: '' }, { nationalIdentificationNumber: null }],
    ['null for an emptied CPF', { cpf: '' }, { cpf: null }],
    [
      'a document of another kind',
      { documentType: 'DNI', documentNumber: '12345678Z' },
      { nationalIdentificationNumber: { documentType: 'DNI', documentNumber: '12345678Z' } },
    ],
  ])('a changed child sends %s', (_, change, expected) =>
    expect(changesOf(before, { ...before, ...change })).toEqual(expected),
  )

  test("a child without a document may choose one of the partner's", () => {
    const bare = draftOf({ ...child, document: null, cpf: null }, 'DNI')
    expect(bare).toMatchObject({ documentType: 'DNI', documentNumber: '', cpf: '' })
    expect(changesOf(bare, { ...bare, documentType: 'PASSPORT' })).toEqual({})
  })
})

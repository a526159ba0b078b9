import { expect, test } from 'vitest'
import { dependantDraftProblems, dependantOf, emptyDependant } from './dependant-draft.ts'

const rules = { countries: ['ES'], documentTypes: ['DNI', 'PASSPORT'], requireCpf: true, today: '2026-11-21' }
const now = new Date('2026-11-21T12:00:00Z')
const leo = { ...emptyDependant('DNI'), firstName: ' Leo ', lastName: 'Sanz', dateOfBirth: '2017-03-09', sex: 'Male' }
const problems = (change: object) => dependantDraftProblems({ ...leo, ...change }, rules, now)

test('a child needs a name, a birthday and a sex, and no document', () => {
  expect(problems({})).toEqual({})
  expect(Object.keys(dependantDraftProblems(emptyDependant('DNI'), rules, now)).sort()).toEqual([
    'dateOfBirth',
    'firstName',
    'lastName',
    'sex',
  ])
})

test('a document that is given must be right', () => {
  expect(problems({ documentNumber: '12345678Z' })).toEqual({})
  expect(problems({ documentNumber: '12345678A' })).toEqual({ documentNumber: 'INVALID' })
  expect(problems({ cpf: '529.982.247-26' })).toEqual({ cpf: 'INVALID' })
})

test.each([
  ['on the last day of childhood', '2008-11-22', {}],
  ['not any more on the 18th birthday', '2008-11-21', { dateOfBirth: 'TOO_OLD' }],
  ['born today', '2026-11-21', {}],
  ['not born yet', '2026-11-22', { dateOfBirth: 'IN_FUTURE' }],
])('is a dependant %s', (_, dateOfBirth, expected) => expect(problems({ dateOfBirth })).toEqual(expected))

test('what was left empty is not sent, and numbers go as digits', () => {
  expect(dependantOf(leo)).toEqual({ firstName: 'Leo', lastName: 'Sanz', dateOfBirth: '2017-03-09', sex: 'Male' })
  expect(dependantOf({ ...leo, cpf: '529.982.247-25' }).cpf).toBe('52998224725')
})

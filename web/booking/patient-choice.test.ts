import { describe, expect, test } from 'vitest'
import { hasChoice, resolvePatient, splitByAge } from './patient-choice.ts'

const ana = {
  id: 'ana',
  firstName: 'Ana',
  dateOfBirth: '1988-05-14',
  sex: 'Female' as const,
  isDependant: false,
  place: 0,
}
const leo = {
  id: 'leo',
  firstName: 'Leo',
  dateOfBirth: '2008-11-22',
  sex: 'Male' as const,
  isDependant: true,
  place: 1,
}
const anybody = { ages: null }
const children = { ages: { from: null, to: 17 } }
const today = '2026-11-21'
const idOf = (person: { id: string } | undefined) => person?.id

describe('the patient of a booking [B2.7]', () => {
  test('the account holder without a family is the patient', () =>
    expect(idOf(resolvePatient(anybody, [ana], undefined, today))).toBe('ana'))
  test('a family has to choose', () => expect(resolvePatient(anybody, [ana, leo], undefined, today)).toBeUndefined())
  test('the chosen person is the patient', () =>
    expect(idOf(resolvePatient(anybody, [ana, leo], 'leo', today))).toBe('leo'))
  test('a person who left the family meanwhile is not the patient', () => {
    expect(idOf(resolvePatient(anybody, [ana], 'leo', today))).toBe('ana')
    expect(resolvePatient(anybody, [ana, leo], 'max', today)).toBeUndefined()
  })
  test('a person outside the age range, from the birthday on, is not the patient', () => {
    expect(idOf(resolvePatient(children, [ana, leo], 'leo', today))).toBe('leo')
    expect(resolvePatient(children, [ana, leo], 'leo', '2026-11-22')).toBeUndefined()
    expect(resolvePatient(children, [ana], undefined, today)).toBeUndefined()
  })
})

test('persons outside the age range are listed separately', () =>
  expect(splitByAge(children, [ana, leo], today)).toEqual({ may: [leo], not: [ana] }))

test('a family or an ineligible holder has to choose, a guest never', () => {
  expect(hasChoice(anybody, [ana, leo], today)).toBe(true)
  expect(hasChoice(children, [ana], today)).toBe(true)
  expect(hasChoice(anybody, [ana], today)).toBe(false)
  expect(hasChoice(children, [], today)).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { ageOn, canPatientAddDependents, dateOfBirthProblem, dayInUtc, isMinor, isRealDay } from './age.ts'

describe('age [A5.6] [A5.11]', () => {
  test.each([
    ['the day before the birthday', '2008-03-02', '2026-03-01', 17],
    ['on the birthday', '2008-03-02', '2026-03-02', 18],
    ['29 February in a year without one', '2008-02-29', '2026-02-28', 17],
    ['a day later', '2008-02-29', '2026-03-01', 18],
    ['born today', '2026-03-01', '2026-03-01', 0],
  ])('%s', (_, born, today, age) => expect(ageOn(born, today)).toBe(age))
})

test('a dependant is a minor until the 18th birthday [B9.9]', () => {
  expect(isMinor('2008-03-02', '2026-03-01')).toBe(true)
  expect(isMinor('2008-03-02', '2026-03-02')).toBe(false)
})

const config = { familyProfilesEnabled: true, minAgeRequiredToAddDependants: 21 }
const holder = { dateOfBirth: '2005-03-02', isDependant: false }
test.each([
  ['a holder who has the partner’s required age', config, holder, '2026-03-02', true],
  ['nobody a day younger', config, holder, '2026-03-01', false],
  ['no dependant', config, { ...holder, isDependant: true }, '2026-03-02', false],
  ['nobody without family profiles', { ...config, familyProfilesEnabled: false }, holder, '2026-03-02', false],
])('dependants are added by %s [A5.11] [B9.9]', (_, rules, person, today, can) =>
  expect(canPatientAddDependents(rules, person, today)).toBe(can),
)

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2024-02-29', true],
  ['1900-02-29', false],
  ['2026-04-31', false],
  ['2026-12-31', true],
  ['2026-12-32', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-1-1', false],
  ['12026-01-01', false],
  ['+012026-01-01', false],
  ['2026-01-01 ', false],
  ['2026-01-011', false],
  ['01/02/2026', false],
  ['', false],
])('%s is a calendar day: %s', (day, real) => expect(isRealDay(day)).toBe(real))

test.each([
  ['', 'REQUIRED'],
  ['1990-02-31', 'INVALID'],
  ['1900-12-31', 'TOO_LONG_AGO'],
  ['1901-01-01', undefined],
  ['2026-03-01', undefined],
  ['2026-03-02', 'IN_FUTURE'],
])('a date of birth of “%s”, entered on 1 March 2026: %s', (born, problem) =>
  expect(dateOfBirthProblem(born, '2026-03-01')).toBe(problem),
)

test('a day of the server ends with the UTC day', () => {
  expect(dayInUtc(new Date('2026-03-02T00:59:59.999+01:00'))).toBe('2026-03-01')
  expect(dayInUtc(new Date('2026-03-02T01:00:00+01:00'))).toBe('2026-03-02')
})

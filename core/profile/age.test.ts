import { describe, expect, test } from 'vitest'
import { ageOn, canPatientAddDependents, isMinor } from './age.ts'

describe('age', () => {
  test.each([
    ['the day before the birthday', '2008-03-02', '2026-03-01', 17],
    ['on the birthday', '2008-03-02', '2026-03-02', 18],
    ['29 February in a year without one', '2008-02-29', '2026-02-28', 17],
    ['a day later', '2008-02-29', '2026-03-01', 18],
    ['born today', '2026-03-01', '2026-03-01', 0],
  ])('%s', (_, born, today, age) => expect(ageOn(born, today)).toBe(age))
})

test('a dependant is a minor until the 18th birthday', () => {
  expect(isMinor('2008-03-02', '2026-03-01')).toBe(true)
  expect(isMinor('2008-03-02', '2026-03-02')).toBe(false)
})

const config = { familyProfilesEnabled: true, minAgeRequiredToAddDependants: 21 }
const holder = { dateOfBirth: '2005-03-02', isDependant: false }
test.each([
  ['a holder on the birthday that the partner asks for', config, holder, '2026-03-02', true],
  ['not by one who is a day too young', config, holder, '2026-03-01', false],
  ['not by a dependant', config, { ...holder, isDependant: true }, '2026-03-02', false],
  ['nobody where there are no families', { ...config, familyProfilesEnabled: false }, holder, '2026-03-02', false],
])('dependants are added by %s', (_, rules, who, today, can) =>
  expect(canPatientAddDependents(rules, who, today)).toBe(can),
)

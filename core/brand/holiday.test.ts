import { expect, test } from 'vitest'
import { holidayOn } from './holiday.ts'

const christmas = { day: '2026-12-25', name: 'Navidad' }
const newYear = { day: '2027-01-01', name: 'Año Nuevo' }

test.each([
  ['the day before', '2026-12-24', undefined],
  ['the day itself', '2026-12-25', christmas],
  ['another one', '2027-01-01', newYear],
  ['the same day of another year', '2027-12-25', undefined],
])('holiday on %s', (_, day, holiday) => expect(holidayOn([christmas, newYear], day)).toBe(holiday))

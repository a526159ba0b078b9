import { expect, test } from 'vitest'
import { openUntil, type WorkingHours } from './ProductScreen.tsx'

const madrid = { timeZone: 'Europe/Madrid', holidays: [] }
const thursday: WorkingHours[] = [
  { day: 'thursday', closed: false, startTime: '08:00', endTime: '14:00' },
  { day: 'thursday', closed: false, startTime: '16:00:00', endTime: '20:00:00' },
  { day: 'friday', closed: true, startTime: null, endTime: null },
]
const everyDay = (['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const).map(
  (day) => ({
    day,
    closed: false,
    startTime: '00:00',
    endTime: '00:00',
  }),
)
const nights: WorkingHours[] = [{ day: 'thursday', closed: false, startTime: '22:00', endTime: '06:00' }]

// Madrid is an hour ahead of UTC in November; 26 November 2026 is a Thursday.
test.each([
  ['before the first hour it is closed', thursday, '2026-11-26T06:59:00Z', undefined],
  ['from the first minute on it is open', thursday, '2026-11-26T07:00:00Z', '14:00'],
  ['in the afternoon it is open until the evening', thursday, '2026-11-26T18:59:00Z', '20:00'],
  ['at the end itself it is closed', thursday, '2026-11-26T19:00:00Z', undefined],
  ['during the break it is closed', thursday, '2026-11-26T13:30:00Z', undefined],
  ['on a day off it is closed', thursday, '2026-11-27T09:00:00Z', undefined],
  ['a night shift runs past midnight', nights, '2026-11-26T21:30:00Z', '06:00'],
  ['a night shift ends on the next day', nights, '2026-11-27T04:59:00Z', '06:00'],
  ['after the end of a night shift it is closed', nights, '2026-11-27T05:00:00Z', undefined],
  ['hours around the clock have no end', everyDay, '2026-11-26T12:00:00Z', undefined],
])('%s', (_, hours, now, until) => expect(openUntil(hours, madrid, new Date(now))).toBe(until))

test('a product open around the clock closes at midnight before a holiday, and a night shift ends on it [B2.3]', () => {
  const clinic = { ...madrid, holidays: [{ day: '2026-11-27' }] }
  expect(openUntil(everyDay, clinic, new Date('2026-11-26T12:00:00Z'))).toBe('00:00')
  expect(openUntil(everyDay, clinic, new Date('2026-11-27T12:00:00Z'))).toBeUndefined()
  expect(openUntil(nights, clinic, new Date('2026-11-27T04:59:00Z'))).toBe('06:00')
})

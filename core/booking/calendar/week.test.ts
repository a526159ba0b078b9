import { expect, test } from 'vitest'
import type { Agenda } from './slots.ts'
import { weekOf } from './week.ts'

// A Wednesday.
const now = new Date('2026-11-25T11:00:00Z')
const agenda: Agenda = {
  timeZone: 'Europe/Madrid',
  weekly: [
    { weekday: 3, starts: '16:00', ends: '19:00' },
    { weekday: 3, starts: '09:00', ends: '13:00' },
    { weekday: 5, starts: '22:00', ends: '24:00' },
    { weekday: 6, starts: '00:00', ends: '06:00' },
  ],
  exceptions: [],
  holidays: [],
  bufferMinutes: 0,
}
const weekTexts = (changes: Partial<Agenda>, zone = 'Europe/Madrid') =>
  weekOf({ ...agenda, ...changes }, zone, now)
    .filter(({ hours }) => hours.length > 0)
    .map(({ day, hours }) => [day, ...hours.map(({ starts, ends }) => `${starts}-${ends}`)].join(' '))

test('a week has seven days from today, including days without work', () =>
  expect(weekOf({ ...agenda, weekly: [] }, 'Europe/Madrid', now).map(({ day }) => day)).toEqual([
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
    '2026-11-29',
    '2026-11-30',
    '2026-12-01',
  ]))

test('the hours of a day are in order, including those that are over', () =>
  expect(weekTexts({})).toEqual([
    '2026-11-25 09:00-13:00 16:00-19:00',
    '2026-11-27 22:00-24:00',
    '2026-11-28 00:00-06:00',
  ]))

test('hours are in the clinic’s time zone, even when they fall on another day there', () =>
  expect(weekTexts({ timeZone: 'Atlantic/Canary' })).toEqual([
    '2026-11-25 10:00-14:00 17:00-20:00',
    '2026-11-27 23:00-24:00',
    '2026-11-28 00:00-07:00',
  ]))

test('a day off has no hours, an absence removes its part, and the hours of an exception replace the usual ones', () =>
  expect(
    weekTexts({
      holidays: ['2026-11-25'],
      exceptions: [{ day: '2026-11-30', starts: '10:00', ends: '12:00' }],
      away: [{ start: new Date('2026-11-27T21:00:00Z'), end: new Date('2026-11-28T03:00:00Z') }],
    }),
  ).toEqual(['2026-11-28 04:00-06:00', '2026-11-30 10:00-12:00']))

import { expect, test } from 'vitest'
import { type Calendar, MOST_DAYS, mergedSlots } from './merged-slots.ts'
import type { Agenda } from './slots.ts'

const TUESDAY = '2026-12-01'
const agenda = (starts: string, ends: string, timeZone = 'UTC'): Agenda => ({
  timeZone,
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, starts, ends })),
  exceptions: [],
  holidays: [],
  bufferMinutes: 0,
})
const calendar = (clinicianId: string, starts: string, ends: string, more: Partial<Calendar> = {}): Calendar => ({
  clinicianId,
  agenda: agenda(starts, ends),
  taken: [],
  ...more,
})
const span = (start: string, end: string) => ({
  start: new Date(`${TUESDAY}T${start}:00Z`),
  end: new Date(`${TUESDAY}T${end}:00Z`),
})
const wanted = {
  from: TUESDAY,
  to: TUESDAY,
  timeZone: 'UTC',
  durationMinutes: 30,
  now: new Date('2026-11-26T10:00:00Z'),
}
const timesOf = (calendars: Calendar[], more: object = {}) =>
  mergedSlots(calendars, { ...wanted, ...more }).flatMap(({ slots }) =>
    slots.map(({ start, clinicianId }) => `${start.toISOString().slice(11, 16)} ${clinicianId}`),
  )

test('the times of all come in order, each with whose it is', () =>
  expect(timesOf([calendar('b', '10:00', '11:00'), calendar('a', '09:00', '10:00')])).toEqual([
    '09:00 a',
    '09:30 a',
    '10:00 b',
    '10:30 b',
  ]))

test('a time that two have is offered once, with the first of them', () =>
  expect(timesOf([calendar('a', '09:00', '09:30'), calendar('b', '09:00', '09:30')])).toEqual(['09:00 a']))

test('a time that two have is offered with whoever has less taken', () =>
  expect(
    timesOf([calendar('a', '09:00', '10:00', { taken: [span('09:30', '10:00')] }), calendar('b', '09:00', '09:30')]),
  ).toEqual(['09:00 b']))

test('a time that the first has given away is offered with the second', () =>
  expect(
    timesOf([calendar('a', '09:00', '09:30', { taken: [span('09:00', '09:30')] }), calendar('b', '09:00', '09:30')]),
  ).toEqual(['09:00 b']))

test('the reader’s own time comes before that of others', () =>
  expect(
    timesOf([calendar('a', '09:00', '09:30'), calendar('b', '09:00', '09:30')], {
      own: { ...span('09:00', '09:30'), clinicianId: 'b' },
    }),
  ).toEqual(['09:00 b']))

test('a time belongs to the day that it has on the clock that is asked for', () => {
  const tokyo = { ...calendar('a', '', ''), agenda: agenda('08:00', '09:00', 'Asia/Tokyo') }
  const [day] = mergedSlots([tokyo], wanted)
  expect(day?.slots.map(({ start }) => start.toISOString())).toEqual([
    '2026-12-01T23:00:00.000Z',
    '2026-12-01T23:30:00.000Z',
  ])
})

test('a day without times is there, empty', () =>
  expect(mergedSlots([], wanted)).toEqual([{ date: TUESDAY, slots: [] }]))

test('more than a week is not computed', () =>
  expect(mergedSlots([], { ...wanted, to: '2027-12-01' })).toHaveLength(MOST_DAYS))

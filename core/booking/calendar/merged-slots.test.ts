import { expect, test } from 'vitest'
import { type Calendar, MAX_DAYS, mergedSlots } from './merged-slots.ts'
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
  occupiedTimes: [],
  ...more,
})
const span = (start: string, end: string) => ({
  start: new Date(`${TUESDAY}T${start}:00Z`),
  end: new Date(`${TUESDAY}T${end}:00Z`),
})
const query = {
  from: TUESDAY,
  to: TUESDAY,
  timeZone: 'UTC',
  durationMinutes: 30,
  now: new Date('2026-11-26T10:00:00Z'),
}
const timesOf = (calendars: Calendar[], more: object = {}) =>
  mergedSlots(calendars, { ...query, ...more }).flatMap(({ slots }) =>
    slots.map(({ start, clinicianId }) => `${start.toISOString().slice(11, 16)} ${clinicianId}`),
  )

test('the slots of all clinicians are in order, each with its clinician', () =>
  expect(timesOf([calendar('b', '10:00', '11:00'), calendar('a', '09:00', '10:00')])).toEqual([
    '09:00 a',
    '09:30 a',
    '10:00 b',
    '10:30 b',
  ]))

test('a slot that two clinicians share is offered once, with the first clinician', () =>
  expect(timesOf([calendar('a', '09:00', '09:30'), calendar('b', '09:00', '09:30')])).toEqual(['09:00 a']))

test('a slot that two clinicians share is offered with the one who has fewer appointments', () =>
  expect(
    timesOf([
      calendar('a', '09:00', '10:00', { occupiedTimes: [span('09:30', '10:00')] }),
      calendar('b', '09:00', '09:30'),
    ]),
  ).toEqual(['09:00 b']))

test('a slot that the first clinician no longer has is offered with the second', () =>
  expect(
    timesOf([
      calendar('a', '09:00', '09:30', { occupiedTimes: [span('09:00', '09:30')] }),
      calendar('b', '09:00', '09:30'),
    ]),
  ).toEqual(['09:00 b']))

test('the patient’s own slot comes before the same slot of another clinician', () =>
  expect(
    timesOf([calendar('a', '09:00', '09:30'), calendar('b', '09:00', '09:30')], {
      own: { ...span('09:00', '09:30'), clinicianId: 'b' },
    }),
  ).toEqual(['09:00 b']))

test('a slot belongs to its day in the requested time zone', () => {
  const tokyo = { ...calendar('a', '', ''), agenda: agenda('08:00', '09:00', 'Asia/Tokyo') }
  const [day] = mergedSlots([tokyo], query)
  expect(day?.slots.map(({ start }) => start.toISOString())).toEqual([
    '2026-12-01T23:00:00.000Z',
    '2026-12-01T23:30:00.000Z',
  ])
})

test('a day without slots is in the result, empty', () =>
  expect(mergedSlots([], query)).toEqual([{ date: TUESDAY, slots: [] }]))

test('days beyond a week are not computed', () =>
  expect(mergedSlots([], { ...query, to: '2027-12-01' })).toHaveLength(MAX_DAYS))

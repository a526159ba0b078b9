import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localTime } from '../../kit/zone.ts'
import {
  type Agenda,
  bookableFrom,
  bookableUntil,
  freeSlots,
  hoursOn,
  isOffered,
  isSameSpan,
  nextFree,
  occupiedBy,
  overlaps,
  type Span,
  slotsOn,
  workOf,
} from './slots.ts'

const MINUTE = 60_000
const madrid: Agenda = {
  timeZone: 'Europe/Madrid',
  weekly: [
    { weekday: 1, starts: '09:00', ends: '11:00' },
    { weekday: 1, starts: '12:00', ends: '13:00' },
    { weekday: 2, starts: '09:00', ends: '10:00' },
  ],
  exceptions: [],
  holidays: [],
  bufferMinutes: 0,
}
// A Sunday noon; the next day is a Monday.
const sunday = new Date('2026-11-22T11:00:00Z')
const span = (start: string, minutes: number): Span => ({
  start: new Date(start),
  end: new Date(new Date(start).getTime() + minutes * MINUTE),
})
const clock = (agenda: Agenda, slots: Span[]) => slots.map((slot) => localTime(agenda.timeZone, slot.start).time)

describe('the slots of a day', () => {
  test('a break is the gap between two periods', () => {
    expect(clock(madrid, slotsOn(madrid, '2026-11-23', 30))).toEqual([
      '09:00',
      '09:30',
      '10:00',
      '10:30',
      '12:00',
      '12:30',
    ])
  })
  test('a weekday without hours has no slots', () => expect(slotsOn(madrid, '2026-11-25', 30)).toEqual([]))
  test('a day off replaces the weekly hours', () => {
    const off = { ...madrid, exceptions: [{ day: '2026-11-23', starts: null, ends: null }] }
    expect(hoursOn(off, '2026-11-23')).toEqual([])
    expect(hoursOn(off, '2026-11-30')).toHaveLength(2)
  })
  test('an absence takes the slots that it touches, and the others keep their times', () => {
    const away = [span('2026-11-23T08:45:00Z', 30), span('2026-11-24T08:00:00Z', 60)]
    const absent = { ...madrid, away }
    expect(clock(absent, slotsOn(absent, '2026-11-23', 30))).toEqual(['09:00', '10:30', '12:00', '12:30'])
  })
  test('the hours of an exception replace the weekly hours', () => {
    const moved = { ...madrid, exceptions: [{ day: '2026-11-23', starts: '16:00', ends: '17:00' }] }
    expect(clock(moved, slotsOn(moved, '2026-11-23', 30))).toEqual(['16:00', '16:30'])
  })
  test('a holiday has no hours, unless that day has its own', () => {
    const closed = { ...madrid, holidays: ['2026-11-23'] }
    expect(hoursOn(closed, '2026-11-23')).toEqual([])
    expect(hoursOn(closed, '2026-11-30')).toHaveLength(2)
    const called = { ...closed, exceptions: [{ day: '2026-11-23', starts: '16:00', ends: '17:00' }] }
    expect(hoursOn(called, '2026-11-23')).toEqual([{ starts: '16:00', ends: '17:00' }])
    expect(slotsOn(closed, '2026-11-23', 20)).toEqual([])
  })
  test('a consultation that would end after the hours is not offered', () => {
    expect(clock(madrid, slotsOn(madrid, '2026-11-24', 25))).toEqual(['09:00', '09:25'])
    expect(clock(madrid, slotsOn(madrid, '2026-11-24', 61))).toEqual([])
  })
  test('the buffer lies between consultations, not after the last', () => {
    const resting = { ...madrid, bufferMinutes: 10 }
    expect(clock(resting, slotsOn(resting, '2026-11-24', 25))).toEqual(['09:00', '09:35'])
  })
})

test.each([
  ['the same time', span('2026-11-23T08:00:00Z', 30), true],
  ['one that begins with it', span('2026-11-23T08:00:00Z', 20), false],
  ['one that ends with it', span('2026-11-23T08:10:00Z', 20), false],
])('a slot is compared by both its ends: %s', (_, other, same) =>
  expect(isSameSpan(span('2026-11-23T08:00:00Z', 30), other)).toBe(same),
)

test('a slot can be booked from half an hour to thirty days ahead', () => {
  expect(bookableFrom(sunday)).toEqual(new Date('2026-11-22T11:30:00Z'))
  expect(bookableUntil(sunday)).toEqual(new Date('2026-12-22T11:00:00Z'))
})

test('the periods of a day are in order of time, however they were stored', () => {
  const exceptions = [
    { day: '2026-11-23', starts: '16:00', ends: '17:00' },
    { day: '2026-11-23', starts: '09:00', ends: '10:00' },
    { day: '2026-11-23', starts: '12:00', ends: null },
  ]
  const moved = { ...madrid, exceptions }
  expect(clock(moved, slotsOn(moved, '2026-11-23', 30))).toEqual(['09:00', '09:30', '16:00', '16:30'])
})

describe('DST changes', () => {
  const nightly = (timeZone: string): Agenda => ({
    timeZone,
    weekly: [6, 7].map((weekday) => ({ weekday, starts: '00:00', ends: '24:00' })),
    exceptions: [],
    holidays: [],
    bufferMinutes: 0,
  })
  test.each([
    ['Madrid loses an hour in March', 'Europe/Madrid', '2026-03-29', 23],
    ['Madrid gains an hour in October', 'Europe/Madrid', '2026-10-25', 25],
    ['Madrid has 24 hours on other days', 'Europe/Madrid', '2026-10-24', 24],
    ['São Paulo lost its midnight', 'America/Sao_Paulo', '2018-11-04', 23],
    ['São Paulo had 23 o’clock twice', 'America/Sao_Paulo', '2019-02-16', 25],
    ['São Paulo no longer changes', 'America/Sao_Paulo', '2026-11-01', 24],
  ])('%s', (_, zone, day, hours) => expect(slotsOn(nightly(zone), day, 60)).toHaveLength(hours))

  test('skipped times are not offered, and repeated ones are two different moments', () => {
    const agenda = { ...nightly('Europe/Madrid'), weekly: [{ weekday: 7, starts: '01:00', ends: '04:00' }] }
    expect(clock(agenda, slotsOn(agenda, '2026-03-29', 30))).toEqual(['01:00', '01:30', '03:00', '03:30'])
    const autumn = slotsOn(agenda, '2026-10-25', 30)
    expect(clock(agenda, autumn)).toEqual(['01:00', '01:30', '02:00', '02:30', '02:00', '02:30', '03:00', '03:30'])
    expect(new Set(autumn.map((slot) => slot.start.getTime())).size).toBe(8)
  })
})

describe('free slots', () => {
  const query = { from: '2026-11-23', to: '2026-11-24', durationMinutes: 30, now: sunday, occupiedTimes: [] }
  test('days are in order, and a day without slots is in the result, empty', () => {
    const days = freeSlots(madrid, { ...query, to: '2026-11-26' })
    expect(days.map((day) => [day.date, day.slots.length])).toEqual([
      ['2026-11-23', 6],
      ['2026-11-24', 2],
      ['2026-11-25', 0],
      ['2026-11-26', 0],
    ])
  })
  test('a taken slot is not offered, and an adjacent one is', () => {
    const days = freeSlots(madrid, { ...query, occupiedTimes: [span('2026-11-23T08:30:00Z', 30)] })
    expect(clock(madrid, days[0]?.slots ?? [])).toEqual(['09:00', '10:00', '10:30', '12:00', '12:30'])
  })
  test('an overlap of a minute blocks both neighbours', () => {
    const days = freeSlots(madrid, { ...query, occupiedTimes: [span('2026-11-23T08:29:00Z', 2)] })
    expect(clock(madrid, days[0]?.slots ?? [])).toEqual(['10:00', '10:30', '12:00', '12:30'])
  })
  test('the buffer after a consultation must be free too', () => {
    const resting = { ...madrid, bufferMinutes: 10 }
    const days = freeSlots(resting, { ...query, occupiedTimes: [span('2026-11-24T08:35:00Z', 30)] })
    expect(clock(resting, days[1]?.slots ?? [])).toEqual([])
  })
  test.each([
    ['a slot exactly the lead time ahead is offered', '2026-11-23T07:30:00Z', '09:00'],
    ['a slot a second less ahead is not offered', '2026-11-23T07:30:01Z', '09:30'],
  ])('%s', (_, now, first) => {
    expect(clock(madrid, freeSlots(madrid, { ...query, now: new Date(now) })[0]?.slots ?? [])[0]).toBe(first)
  })
  test('a slot exactly at the horizon is offered, and one a second later is not', () => {
    const far = { from: '2026-12-21', to: '2026-12-21', durationMinutes: 30, occupiedTimes: [] }
    const at = (now: string) => clock(madrid, freeSlots(madrid, { ...far, now: new Date(now) })[0]?.slots ?? [])
    expect(at('2026-11-21T08:00:00Z')).toEqual(['09:00'])
    expect(at('2026-11-21T07:59:59Z')).toEqual([])
  })
  test('no day after the horizon is listed', () => {
    const days = freeSlots(madrid, { ...query, from: '2026-12-21', to: '2027-01-10' })
    expect(days.map(({ date }) => date)).toEqual(['2026-12-21', '2026-12-22'])
  })
  test('past slots are not listed', () => {
    expect(freeSlots(madrid, { ...query, from: '2026-11-16', to: '2026-11-20' })).toEqual([])
  })
  test('the next free slot is found across empty days', () => {
    const next = (busyTimes: Span[]) =>
      nextFree(madrid, { durationMinutes: 30, now: sunday, occupiedTimes: busyTimes })?.start.toISOString()
    expect(next([])).toBe('2026-11-23T08:00:00.000Z')
    expect(next([span('2026-11-23T00:00:00Z', 48 * 60)])).toBe('2026-11-30T08:00:00.000Z')
    expect(next([span('2026-11-22T00:00:00Z', 60 * 24 * 60)])).toBeUndefined()
  })
  test('the next free slot may be on the last bookable day', () => {
    const mondays = { ...madrid, weekly: [{ weekday: 1, starts: '09:00', ends: '09:30' }] }
    const now = new Date('2026-11-21T08:00:00Z')
    const busyTimes = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14'].map((day) =>
      span(`${day}T08:00:00Z`, 30),
    )
    expect(nextFree(mondays, { durationMinutes: 30, now, occupiedTimes: busyTimes })).toEqual(
      span('2026-12-21T08:00:00Z', 30),
    )
  })
  test('only a slot of the grid is offered', () => {
    expect(isOffered(madrid, span('2026-11-23T08:30:00Z', 30), 30, sunday)).toBe(true)
    expect(isOffered(madrid, span('2026-11-23T08:31:00Z', 30), 30, sunday)).toBe(false)
    expect(isOffered(madrid, span('2026-11-23T08:30:00Z', 31), 30, sunday)).toBe(false)
    expect(isOffered(madrid, span('2026-11-23T10:00:00Z', 30), 30, sunday)).toBe(false)
    expect(isOffered(madrid, span('2026-11-16T08:30:00Z', 30), 30, sunday)).toBe(false)
  })
})

const hourPairs = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 2, maxLength: 6 })
  .map((quarters) => quarters.sort((a, b) => a - b).map((quarter) => toClock(quarter * 15)))
  .map((times) =>
    times.flatMap((starts, i) => (i % 2 === 0 && times[i + 1] ? [{ starts, ends: String(times[i + 1]) }] : [])),
  )
const toClock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')

test('for any agenda, the offered slots never overlap and are all those that touch no taken span, buffers included', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Europe/Madrid', 'America/Sao_Paulo'),
      hourPairs,
      fc.constantFrom('2026-03-29', '2026-10-25', '2018-11-04', '2019-02-16', '2026-06-01'),
      fc.constantFrom(15, 20, 30),
      fc.integer({ min: 0, max: 15 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 2880 }), fc.integer({ min: 1, max: 90 })), { maxLength: 30 }),
      (timeZone, hours, day, durationMinutes, bufferMinutes, holds) => {
        const exceptions = hours.map((pair) => ({ day, ...pair }))
        const agenda = { timeZone, weekly: [], exceptions, holidays: [], bufferMinutes }
        const start = new Date(`${day}T00:00:00Z`).getTime() - 12 * 60 * MINUTE
        const busyTimes = holds.map(([at, length]) => ({
          start: new Date(start + at * MINUTE),
          end: new Date(start + (at + length) * MINUTE),
        }))
        const now = new Date(start - 24 * 60 * MINUTE)
        const slots =
          freeSlots(agenda, { from: day, to: day, durationMinutes, now, occupiedTimes: busyTimes })[0]?.slots ?? []
        const isFree = (slot: Span) => !busyTimes.some((span) => overlaps(span, occupiedBy(slot, bufferMinutes)))
        expect(slots).toEqual(slotsOn(agenda, day, durationMinutes).filter(isFree))
        // Periods of one day may be closer together than the buffer: the constraint on slot holds prevents an
        // overlap.
        const sameStretch = hours.length === 1
        slots.forEach((slot, i) => {
          const next = slots[i + 1]
          if (next) expect(overlaps(sameStretch ? occupiedBy(slot, bufferMinutes) : slot, next)).toBe(false)
          expect(isOffered(agenda, slot, durationMinutes, now)).toBe(true)
          expect(localTime(timeZone, slot.start).day).toBe(day)
        })
      },
    ),
    { numRuns: 300 },
  )
})

test('working time covers two weeks, without absences and past hours', () => {
  const away = [span('2026-11-23T09:00:00Z', 60)]
  const spanTexts = (from: Date, agenda = madrid) =>
    workOf(agenda, from).map(
      ({ start, end }) => `${start.toISOString().slice(5, 16)}-${end.toISOString().slice(11, 16)}`,
    )
  const weeks = [
    '11-23T08:00-10:00',
    '11-23T11:00-12:00',
    '11-24T08:00-09:00',
    '11-30T08:00-10:00',
    '11-30T11:00-12:00',
    '12-01T08:00-09:00',
  ]
  expect(spanTexts(sunday)).toEqual(weeks)
  expect(spanTexts(sunday, { ...madrid, away })).toEqual(['11-23T08:00-09:00', ...weeks.slice(1)])
  expect(spanTexts(new Date('2026-11-23T10:00:00Z'))).toEqual(weeks.slice(1))
})

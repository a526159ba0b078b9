import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter, isTimeZone, localTime, momentOf, weekdayOf } from './zone.ts'

describe('the moment of a wall-clock time', () => {
  test.each([
    ['a winter morning in Madrid', 'Europe/Madrid', '2026-01-15', '09:00', '2026-01-15T08:00:00.000Z'],
    ['a summer morning in Madrid', 'Europe/Madrid', '2026-07-15', '09:00', '2026-07-15T07:00:00.000Z'],
    ['the minute before the spring change', 'Europe/Madrid', '2026-03-29', '01:59', '2026-03-29T00:59:00.000Z'],
    ['a skipped time is the moment of the change', 'Europe/Madrid', '2026-03-29', '02:30', '2026-03-29T01:00:00.000Z'],
    ['the hour after the spring change', 'Europe/Madrid', '2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
    ['a repeated time is its first pass', 'Europe/Madrid', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['the hour after the autumn change', 'Europe/Madrid', '2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
    ['midnight that never was', 'America/Sao_Paulo', '2018-11-04', '00:00', '2018-11-04T03:00:00.000Z'],
    ['the last hour of a day that had two', 'America/Sao_Paulo', '2019-02-16', '23:30', '2019-02-17T01:30:00.000Z'],
    ['the midnight after it', 'America/Sao_Paulo', '2019-02-17', '00:00', '2019-02-17T03:00:00.000Z'],
    ['Brazil without summer time', 'America/Sao_Paulo', '2026-12-01', '09:00', '2026-12-01T12:00:00.000Z'],
    ['the end of a day', 'Europe/Madrid', '2026-01-15', '24:00', '2026-01-15T23:00:00.000Z'],
  ])('%s', (_, zone, day, time, moment) => expect(momentOf(zone, day, time).toISOString()).toBe(moment))
})

const zone = fc.constantFrom('Europe/Madrid', 'America/Sao_Paulo', 'America/New_York', 'Australia/Lord_Howe', 'UTC')
const moment = fc
  .integer({ min: Date.UTC(2015, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 })
  .map((minute) => minute * 60_000)

test('a moment that is converted to local time and back shows the same time', () => {
  fc.assert(
    fc.property(zone, moment, (timeZone, at) => {
      const { day, time } = localTime(timeZone, at)
      const again = momentOf(timeZone, day, time)
      expect(localTime(timeZone, again)).toMatchObject({ day, time })
      // Only a repeated hour has two moments; the first one is chosen.
      expect(again.getTime()).toBeLessThanOrEqual(at)
    }),
    { numRuns: 300 },
  )
})

test('a later wall-clock time is never an earlier moment', () => {
  const time = fc.integer({ min: 0, max: 24 * 60 })
  const text = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60}`
  fc.assert(
    fc.property(zone, moment, time, time, (timeZone, at, a, b) => {
      const { day } = localTime(timeZone, at)
      const first = Math.min(a, b)
      const second = Math.max(a, b)
      expect(momentOf(timeZone, day, text(first)).getTime()).toBeLessThanOrEqual(
        momentOf(timeZone, day, text(second)).getTime(),
      )
    }),
    { numRuns: 300 },
  )
})

test('days follow each other across months and leap years', () => {
  expect(dayAfter('2028-02-28')).toBe('2028-02-29')
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
  expect(dayAfter('2026-03-29', -1)).toBe('2026-03-28')
})

test.each([
  ['2026-11-23', 1],
  ['2026-11-29', 7],
])('%s is weekday %i', (day, weekday) => {
  expect(weekdayOf(day)).toBe(weekday)
  expect(localTime('UTC', new Date(`${day}T12:00:00Z`)).weekday).toBe(weekday)
})

test.each(['Europe/Madrid', 'America/Sao_Paulo', 'UTC'])('%s is a time zone', (name) =>
  expect(isTimeZone(name)).toBe(true),
)
test.each(['Madrid', 'Europe/Atlantis', ''])('“%s” is not a time zone', (name) => expect(isTimeZone(name)).toBe(false))

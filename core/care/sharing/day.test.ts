import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildDayLines, type DayLine } from './day.ts'
import type { DayEntry } from './day-api.ts'

const at = (time: string): string => new Date(`2026-03-02T${time}:00Z`).toISOString()
const ms = (time: string): number => Date.parse(at(time))
const stretch = (from: string, until: string) => ({ startTime: at(from), endTime: at(until) })
const entry = (from: string, until: string): DayEntry => ({
  ...stretch(from, until),
  id: from,
  status: 'QUEUED',
  contactMethod: 'video',
  missedCalls: 0,
  isConfirmed: false,
  closedFor: null,
  failedFor: null,
  patient: { firstName: 'Ana', lastName: 'García', age: 36 },
})
const clock = (moment: number): string => new Date(moment).toISOString().slice(11, 16)
const read = (line: DayLine): string => `${line.is} ${clock(line.at)}${'until' in line ? `-${clock(line.until)}` : ''}`

const lines = (
  now: string,
  {
    hours = [stretch('09:00', '11:00')],
    entries = [] as DayEntry[],
    pending = [] as ReturnType<typeof stretch>[],
  } = {},
) => buildDayLines({ hours, entries, pending }, ms(now)).map(read)

describe('the lines of a day [B6.4]', () => {
  test.each([
    ['the whole day is free before it begins', lines('08:00'), ['now 08:00', 'free 09:00-11:00']],
    ['only the time from now on is free', lines('09:30'), ['now 09:30', 'free 09:30-11:00']],
    ['a day that is over shows only the line now', lines('11:00'), ['now 11:00']],
    ['a day off shows only the line now', lines('09:00', { hours: [] }), ['now 09:00']],
    [
      'appointments at the edges of the hours leave the rest free',
      lines('08:00', { entries: [entry('08:40', '09:00'), entry('11:00', '11:20')] }),
      ['now 08:00', 'entry 08:40', 'free 09:00-11:00', 'entry 11:00'],
    ],
    [
      'appointments are shown with the free time around them',
      lines('08:00', { entries: [entry('09:30', '09:50')] }),
      ['now 08:00', 'free 09:00-09:30', 'entry 09:30', 'free 09:50-11:00'],
    ],
    [
      'a held slot is shown and is not free',
      lines('08:00', { pending: [stretch('09:00', '10:45')] }),
      ['now 08:00', 'pending 09:00-10:45', 'free 10:45-11:00'],
    ],
    [
      'a break lies between two periods, and none between adjacent ones',
      lines('12:00', { hours: [stretch('09:00', '10:00'), stretch('10:00', '11:00'), stretch('13:00', '14:00')] }),
      ['break 11:00-13:00', 'now 12:00', 'free 13:00-14:00'],
    ],
    [
      'an appointment outside the hours is shown',
      lines('12:00', { entries: [entry('13:00', '13:20')] }),
      ['now 12:00', 'entry 13:00'],
    ],
    [
      'the line now precedes an entry of the same minute',
      lines('09:30', { entries: [entry('09:30', '10:50')] }),
      ['now 09:30', 'entry 09:30'],
    ],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected))

  test.each([
    ['a gap of 15 minutes is free', '09:15', 1],
    ['a gap of 14 minutes is not free', '09:14', 0],
  ])('%s', (_, next, count) => {
    const found = lines('08:00', { entries: [entry(next, '11:00')] })
    expect(found.filter((line) => line.startsWith('free'))).toHaveLength(count)
  })

  test('free time never overlaps an appointment, lies outside the working hours or in the past', () => {
    const minutes = fc.integer({ min: 0, max: 200 })
    fc.assert(
      fc.property(fc.array(fc.tuple(minutes, minutes), { maxLength: 6 }), minutes, (booked, elapsedMinutes) => {
        const time = (minute: number) => new Date(ms('09:00') + minute * 60_000).toISOString()
        const pending = booked.map(([start, length]) => ({ startTime: time(start), endTime: time(start + length) }))
        const now = ms('09:00') + elapsedMinutes * 60_000
        const free = buildDayLines({ hours: [stretch('09:00', '12:00')], entries: [], pending }, now).flatMap((line) =>
          line.is === 'free' ? [line] : [],
        )
        for (const { at: from, until } of free) {
          expect(from).toBeGreaterThanOrEqual(now)
          expect(until).toBeLessThanOrEqual(ms('12:00'))
          for (const { startTime, endTime } of pending.filter((one) => one.startTime < one.endTime))
            expect(until <= Date.parse(startTime) || from >= Date.parse(endTime)).toBe(true)
        }
      }),
    )
  })
})

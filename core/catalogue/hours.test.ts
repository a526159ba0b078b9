import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextOpening, opening } from './hours.ts'

type WorkingHours = Parameters<typeof opening>[0][number]

const ZONE = 'Europe/Madrid'
const weekdays: WorkingHours[] = [
  { day: 'monday', closed: false, startTime: '09:00', endTime: '13:00' },
  { day: 'monday', closed: false, startTime: '15:00', endTime: '18:00' },
  { day: 'tuesday', closed: false, startTime: '22:00:00', endTime: '02:00:00' },
  { day: 'sunday', closed: true, startTime: null, endTime: null },
]

// 2026-11-23 is a Monday; Madrid is one hour ahead of UTC.
test.each([
  ['a moment before it opens', '2026-11-23T07:59:59.999Z', 'OUT_OF_HOURS'],
  ['the moment it opens', '2026-11-23T08:00:00Z', 'OPEN'],
  ['a moment before the lunch break', '2026-11-23T11:59:59.999Z', 'OPEN'],
  ['the lunch break', '2026-11-23T12:00:00Z', 'OUT_OF_HOURS'],
  ['the afternoon', '2026-11-23T14:00:00Z', 'OPEN'],
  ['the evening', '2026-11-23T17:00:00Z', 'OUT_OF_HOURS'],
  ['a night shift', '2026-11-24T22:30:00Z', 'OPEN'],
  ['the same night shift after midnight', '2026-11-25T00:59:59Z', 'OPEN'],
  ['a day without hours, once the night shift is over', '2026-11-25T01:00:00Z', 'CLOSE'],
  ['a day marked closed', '2026-11-22T12:00:00Z', 'CLOSE'],
])('%s', (_, now, state) => expect(opening(weekdays, ZONE, new Date(now))).toBe(state))

test('the clinic’s clock decides, not the server’s', () => {
  const now = new Date('2026-11-23T11:30:00Z')
  expect(opening(weekdays, 'Europe/Madrid', now)).toBe('OPEN')
  expect(opening(weekdays, 'America/Sao_Paulo', now)).toBe('OUT_OF_HOURS')
})

test('summer time moves the opening', () => {
  const at = (moment: string) => opening(weekdays, ZONE, new Date(moment))
  expect(at('2026-10-19T07:00:00Z')).toBe('OPEN')
  expect(at('2026-10-26T07:00:00Z')).toBe('OUT_OF_HOURS')
})

describe('the next opening', () => {
  test.each([
    ['today, later', '2026-11-23T07:00:00Z', '2026-11-23T08:00:00.000Z'],
    ['after the break', '2026-11-23T12:30:00Z', '2026-11-23T14:00:00.000Z'],
    ['tomorrow', '2026-11-23T17:00:00Z', '2026-11-24T21:00:00.000Z'],
    ['after the weekend', '2026-11-27T12:00:00Z', '2026-11-30T08:00:00.000Z'],
  ])('%s', (_, now, next) => expect(nextOpening(weekdays, ZONE, new Date(now))?.toISOString()).toBe(next))

  test('a week later, when one weekday is all there is', () => {
    const mondays = weekdays.slice(0, 1)
    expect(nextOpening(mondays, ZONE, new Date('2026-11-23T08:00:00Z'))?.toISOString()).toBe('2026-11-30T08:00:00.000Z')
  })
  test('never, when every day is closed', () => {
    expect(
      nextOpening([{ day: 'sunday', closed: true, startTime: null, endTime: null }], ZONE, new Date()),
    ).toBeUndefined()
  })
})

test('a product without hours is always open', () => {
  expect(opening([], ZONE, new Date('2026-11-22T03:00:00Z'))).toBe('OPEN')
})

test('at the next opening it is open, and a moment before it was about to open', () => {
  const day = fc.constantFrom('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')
  const hour = fc.integer({ min: 0, max: 23 }).map((h) => `${String(h).padStart(2, '0')}:00`)
  const entry = fc.record({ day, closed: fc.boolean(), startTime: hour, endTime: hour }) as fc.Arbitrary<WorkingHours>
  const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }).map((at) => new Date(at))
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), moment, (hours, now) => {
      const next = nextOpening(hours, ZONE, now)
      if (!next) return
      expect(next.getTime()).toBeGreaterThan(now.getTime())
      expect(opening(hours, ZONE, next)).toBe('OPEN')
    }),
    { numRuns: 200 },
  )
})

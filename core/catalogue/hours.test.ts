import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextClosing, nextOpening, openingState } from './hours.ts'

type WorkingHours = Parameters<typeof openingState>[0][number]

const MADRID = { timeZone: 'Europe/Madrid', holidays: [] }
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
])('%s [B8.1]', (_, now, state) => expect(openingState(weekdays, MADRID, new Date(now))).toBe(state))

const everyDay = (startTime: string, endTime: string): WorkingHours[] =>
  (['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const).map((day) => ({
    day,
    closed: false,
    startTime,
    endTime,
  }))
test.each<[string, readonly WorkingHours[], string, string | undefined]>([
  ['is at the lunch break', weekdays, '2026-11-23T08:00:00Z', '2026-11-23T12:00:00.000Z'],
  ['is after midnight in a night shift', weekdays, '2026-11-24T22:30:00Z', '2026-11-25T01:00:00.000Z'],
  ['does not exist while it is closed', weekdays, '2026-11-23T12:00:00Z', undefined],
  ['does not exist without hours', [], '2026-11-23T12:00:00Z', undefined],
  ['does not exist when it is open around the clock', everyDay('00:00', '00:00'), '2026-11-23T12:00:00Z', undefined],
  ['is in the evening of each day', everyDay('09:00', '21:00'), '2026-11-23T12:00:00Z', '2026-11-23T20:00:00.000Z'],
])('the next closing %s', (_, hours, now, closes) =>
  expect(nextClosing(hours, MADRID, new Date(now))?.toISOString()).toBe(closes),
)

test('hours are in the clinic’s time zone, not the server’s', () => {
  const now = new Date('2026-11-23T11:30:00Z')
  expect(openingState(weekdays, MADRID, now)).toBe('OPEN')
  expect(openingState(weekdays, { ...MADRID, timeZone: 'America/Sao_Paulo' }, now)).toBe('OUT_OF_HOURS')
})

test('a DST change moves the opening', () => {
  const at = (moment: string) => openingState(weekdays, MADRID, new Date(moment))
  expect(at('2026-10-19T07:00:00Z')).toBe('OPEN')
  expect(at('2026-10-26T07:00:00Z')).toBe('OUT_OF_HOURS')
})

describe('the next opening', () => {
  test.each([
    ['today, later', '2026-11-23T07:00:00Z', '2026-11-23T08:00:00.000Z'],
    ['after the break', '2026-11-23T12:30:00Z', '2026-11-23T14:00:00.000Z'],
    ['tomorrow', '2026-11-23T17:00:00Z', '2026-11-24T21:00:00.000Z'],
    ['after the weekend', '2026-11-27T12:00:00Z', '2026-11-30T08:00:00.000Z'],
  ])('%s', (_, now, next) => expect(nextOpening(weekdays, MADRID, new Date(now))?.toISOString()).toBe(next))

  test('it is a week later when only one weekday has hours', () => {
    const mondays = weekdays.slice(0, 1)
    expect(nextOpening(mondays, MADRID, new Date('2026-11-23T08:00:00Z'))?.toISOString()).toBe(
      '2026-11-30T08:00:00.000Z',
    )
  })
  test('there is none when every day is closed', () => {
    expect(
      nextOpening([{ day: 'sunday', closed: true, startTime: null, endTime: null }], MADRID, new Date()),
    ).toBeUndefined()
  })
})

describe('hours from 00:00 to 00:00', () => {
  test.each([
    ['00:00', '00:00'],
    ['00:00', '00:00:00.000'],
    ['00:00:00', '00:00'],
  ])('the hours %s to %s are the whole day', (startTime, endTime) => {
    const at = (moment: string) =>
      openingState([{ day: 'monday', closed: false, startTime, endTime }], MADRID, new Date(moment))
    expect(at('2026-11-22T22:59:59Z')).toBe('CLOSE')
    expect(at('2026-11-22T23:00:00Z')).toBe('OPEN')
    expect(at('2026-11-23T22:59:59Z')).toBe('OPEN')
    expect(at('2026-11-23T23:00:00Z')).toBe('CLOSE')
  })
})

test('hours that a DST change skips entirely are dropped', () => {
  const night: WorkingHours[] = [{ day: 'sunday', closed: false, startTime: '02:00', endTime: '03:00' }]
  expect(openingState(night, MADRID, new Date('2026-03-29T12:00:00Z'))).toBe('CLOSE')
  expect(nextOpening(night, MADRID, new Date('2026-03-28T12:00:00Z'))).toEqual(new Date('2026-04-05T00:00:00Z'))
})

describe('a holiday', () => {
  const closed = { ...MADRID, holidays: [{ day: '2026-11-23' }] }
  const at = (moment: string, clinic = closed) => openingState(weekdays, clinic, new Date(moment))
  test('it closes exactly its calendar day in the clinic’s time zone', () => {
    expect(at('2026-11-23T08:00:00Z')).toBe('CLOSE')
    expect(at('2026-11-24T21:00:00Z')).toBe('OPEN')
    expect(at('2026-11-23T08:00:00Z', { ...closed, timeZone: 'Pacific/Kiritimati' })).not.toBe('OPEN')
  })
  test('it does not end the night shift of the day before', () => {
    const wednesday = { ...MADRID, holidays: [{ day: '2026-11-25' }] }
    expect(at('2026-11-25T00:59:59Z', wednesday)).toBe('OPEN')
    expect(at('2026-11-24T22:30:00Z', { ...MADRID, holidays: [{ day: '2026-11-24' }] })).toBe('CLOSE')
  })
  test('it closes all 23 or 25 hours of a day with a DST change', () => {
    const hours: WorkingHours[] = [{ day: 'sunday', closed: false, startTime: '00:00', endTime: '24:00' }]
    for (const [day, first, last] of [
      ['2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z'],
      ['2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z'],
    ] as const)
      for (const moment of [first, last])
        expect(openingState(hours, { ...MADRID, holidays: [{ day }] }, new Date(moment))).toBe('CLOSE')
  })
  test('it postpones the next opening, even when only one weekday has hours', () => {
    const now = new Date('2026-11-22T12:00:00Z')
    const mondays = weekdays.slice(0, 1)
    expect(nextOpening(mondays, closed, now)?.toISOString()).toBe('2026-11-30T08:00:00.000Z')
  })
  test('it does not close a product that never closes', () => {
    expect(openingState([], closed, new Date('2026-11-23T03:00:00Z'))).toBe('OPEN')
  })
})

test('a product without hours is always open', () => {
  expect(openingState([], MADRID, new Date('2026-11-22T03:00:00Z'))).toBe('OPEN')
})

test('a product is open at its next opening, and closed a moment before', () => {
  const day = fc.constantFrom('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')
  const hour = fc.integer({ min: 0, max: 23 }).map((h) => `${String(h).padStart(2, '0')}:00`)
  const entry = fc.record({ day, closed: fc.boolean(), startTime: hour, endTime: hour }) as fc.Arbitrary<WorkingHours>
  const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }).map((at) => new Date(at))
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), moment, (hours, now) => {
      const next = nextOpening(hours, MADRID, now)
      if (!next) return
      expect(next.getTime()).toBeGreaterThan(now.getTime())
      expect(openingState(hours, MADRID, next)).toBe('OPEN')
    }),
    { numRuns: 200 },
  )
})

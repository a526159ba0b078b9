import { describe, expect, test } from 'vitest'
import { areInOrder, findOutsideHours, hoursText, parseHours } from './agenda.ts'

const day = { starts: '09:00', ends: '14:00' }
const evening = { starts: '16:00', ends: '20:00' }

test.each([
  ['09:00-14:00, 16:00-20:00', [day, evening]],
  ['09:00–14:00', [day]],
  [' 09:00 - 14:00 ', [day]],
  ['', []],
  ['00:00-24:00', [{ starts: '00:00', ends: '24:00' }]],
  ['24:00-24:00', undefined],
  ['23:15-23:59', [{ starts: '23:15', ends: '23:59' }]],
  ['09:00  -  14:00', [day]],
  ['09:00-14:00,16:00-20:00', [day, evening]],
  ['09:60-14:00', undefined],
  ['09:00-14:60', undefined],
  ['29:00-30:00', undefined],
  ['09:00-14:00 h', undefined],
  ['from 09:00-14:00', undefined],
  ['a9:00-14:00', undefined],
  ['0a:00-14:00', undefined],
  ['09:0a-14:00', undefined],
  ['09:00-1a:00', undefined],
  ['09:00-14:0a', undefined],
  ['09:00/14:00', undefined],
  ['9-14', undefined],
  ['09:00-25:00', undefined],
  ['09:00-14:00,', undefined],
])('“%s” is parsed as %j', (text, hours) => expect(parseHours(text)).toEqual(hours))

test('formatted hours can be parsed again, and seconds are dropped', () => {
  expect(parseHours(hoursText([day, evening]))).toEqual([day, evening])
  expect(hoursText([{ starts: '09:00:00', ends: '14:00:00' }, evening])).toBe('09:00–14:00, 16:00–20:00')
})

test.each([
  ['one after the other', [day, evening], true],
  ['touching', [day, { starts: '14:00', ends: '15:00' }], true],
  ['overlapping by a minute', [day, { starts: '13:59', ends: '15:00' }], false],
  ['backwards', [{ starts: '14:00', ends: '09:00' }], false],
  ['of no length', [{ starts: '09:00', ends: '09:00' }], false],
])('hours %s', (_, hours, good) => expect(areInOrder(hours)).toBe(good))

describe('appointments and changed hours', () => {
  const at = (time: string) => new Date(`2026-11-26T${time}:00.000Z`)
  const booked = (from: string, to: string) => ({ start: at(from), end: at(to) })
  // Madrid is an hour ahead of UTC.
  const out = (from: string, to: string) => findOutsideHours([booked(from, to)], [day], 'Europe/Madrid').length === 1
  test('an appointment within the hours stays inside, to the minute', () => {
    expect(out('08:00', '08:20')).toBe(false)
    expect(out('12:40', '13:00')).toBe(false)
  })
  test('a minute before or after the hours is outside', () => {
    expect(out('07:59', '08:19')).toBe(true)
    expect(out('12:41', '13:01')).toBe(true)
  })
  test('an appointment across a break is outside', () =>
    expect(findOutsideHours([booked('12:50', '15:10')], [day, evening], 'Europe/Madrid')).toHaveLength(1))
  test('an appointment in the second period is inside, and seconds in the hours make no difference', () => {
    const stored = [day, evening].map(({ starts, ends }) => ({ starts: `${starts}:00`, ends: `${ends}:00` }))
    const times = [
      booked('08:00', '08:20'),
      booked('12:40', '13:00'),
      booked('15:00', '15:20'),
      booked('18:40', '19:00'),
    ]
    expect(findOutsideHours(times, stored, 'Europe/Madrid')).toEqual([])
    expect(findOutsideHours([booked('14:59', '15:19')], stored, 'Europe/Madrid')).toHaveLength(1)
  })
  test('an appointment on a day off is outside', () =>
    expect(findOutsideHours([booked('08:00', '08:20')], [], 'Europe/Madrid')).toHaveLength(1))
  test('an appointment until midnight is inside hours that end at 24:00', () =>
    expect(findOutsideHours([booked('22:40', '23:00')], [{ starts: '20:00', ends: '24:00' }], 'Europe/Madrid')).toEqual(
      [],
    ))
})

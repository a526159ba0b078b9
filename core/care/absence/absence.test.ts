import { describe, expect, test } from 'vitest'
import { assignToFreeColleagues, findUndecided, isValidAbsence, shortenAbsenceSpan } from './absence.ts'
import type { AbsenceAppointment } from './absence-api.ts'

const at = (hour: number, day = 26) => new Date(Date.UTC(2026, 10, day, hour))
const now = at(12)

describe('the validity of an absence', () => {
  test.each([
    ['an absence in the future is valid', at(13), at(14), true],
    ['an absence that has begun is valid', at(11), at(14), true],
    ['an absence that is over is invalid', at(9), at(12), false],
    ['an absence without length is invalid', at(13), at(13), false],
    ['an absence that ends before its start is invalid', at(14), at(13), false],
    ['an absence longer than a year is invalid', at(13), new Date('2028-01-01'), false],
  ])('%s', (_, start, end, expected) => expect(isValidAbsence({ start, end }, now)).toBe(expected))
})

describe('shortening an absence', () => {
  const span = { start: at(10), end: at(18) }
  test('a new end within the absence is accepted', () =>
    expect(shortenAbsenceSpan(span, at(15), now)).toEqual({ endsAt: at(15) }))
  test('an absence that has begun ends now', () => expect(shortenAbsenceSpan(span, null, now)).toEqual({ endsAt: now }))
  test('an absence that has not begun is removed', () =>
    expect(shortenAbsenceSpan({ start: at(13), end: at(18) }, null, now)).toBe('taken-back'))
  test.each([
    ['later than the present end', at(19)],
    ['the present end', at(18)],
    ['before the start', at(9)],
    ['in the past', at(11)],
  ])('the end cannot be %s', (_, end) => expect(shortenAbsenceSpan(span, end, now)).toBe('NOT_SHORTER'))
})

const hour = (id: string, from: number, free: string[]): AbsenceAppointment => ({
  id,
  startTime: at(from).toISOString(),
  endTime: at(from + 1).toISOString(),
  free,
  areTimesOffered: false,
  product: { id: '1', name: 'Nutrition' },
  patient: { firstName: 'Ana', lastName: 'Pérez' },
})

describe('assigning appointments to free colleagues', () => {
  test('each appointment goes to the free colleague who has the fewest', () => {
    const shared = assignToFreeColleagues([
      hour('a', 13, ['eva', 'ivo']),
      hour('b', 14, ['eva', 'ivo']),
      hour('c', 15, ['eva']),
    ])
    expect([...shared]).toEqual([
      ['a', 'eva'],
      ['b', 'ivo'],
      ['c', 'eva'],
    ])
  })
  test('a colleague never gets two overlapping appointments, and the remainder stays undecided', () => {
    const shared = assignToFreeColleagues([hour('a', 13, ['eva']), hour('b', 13, ['eva']), hour('c', 14, [])])
    expect([...shared]).toEqual([['a', 'eva']])
  })
})

test('an appointment is undecided unless it was named with its present start or other times were offered', () => {
  const a = hour('a', 13, [])
  const b = hour('b', 14, [])
  const c = { ...hour('c', 15, []), areTimesOffered: true }
  const resolutions = [
    { id: 'a', startTime: '2026-11-26T14:00:00+01:00', resolution: 'offer' as const },
    { id: 'b', startTime: at(20).toISOString(), resolution: 'offer' as const },
  ]
  expect(findUndecided([a, b, c], resolutions).map(({ id }) => id)).toEqual(['b'])
})

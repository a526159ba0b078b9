import { describe, expect, test } from 'vitest'
import { noticeDeadline } from './notice.ts'

const start = '2026-11-21T16:00:00Z'
const at = (clock: string) => new Date(`2026-11-21T${clock}Z`)

test('an appointment can be cancelled with a full refund until the notice before its start', () => {
  expect(noticeDeadline(start, 60, at('09:00:00'))).toEqual(at('15:00:00'))
  expect(noticeDeadline(start, 24 * 60, new Date('2026-11-20T15:59:59Z'))).toEqual(new Date('2026-11-20T16:00:00Z'))
  expect(noticeDeadline(new Date(start), 0, at('15:59:59'))).toEqual(at('16:00:00'))
})

test.each([
  ['a moment before the limit is in time', '14:59:59.999', false],
  ['exactly the limit is too late', '15:00:00', true],
  ['a moment after the limit is too late', '15:00:00.001', true],
  ['a time after the start is too late', '16:30:00', true],
])('%s', (_, clock, isTooLate) => expect(noticeDeadline(start, 60, at(clock)) === undefined).toBe(isTooLate))

describe('an appointment booked within the notice', () => {
  const soon = (clock: string, grace: string) => noticeDeadline(start, 120, at(clock), at(grace))
  test.each([
    ['it can be cancelled in the first minutes', '15:09:59', '15:10:00', '15:10:00'],
    ['it cannot be cancelled after them', '15:10:00', '15:10:00', undefined],
    ['it can be cancelled until its start at most', '15:59:59', '16:04:00', '16:00:00'],
    ['it cannot be cancelled after its start', '16:00:00', '16:04:00', undefined],
  ])('%s', (_, clock, grace, until) => expect(soon(clock, grace)).toEqual(until && at(until)))
  test('an appointment booked long before keeps its notice', () =>
    expect(soon('13:00:00', '09:00:00')).toEqual(at('14:00:00')))
})

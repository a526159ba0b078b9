import { describe, expect, test } from 'vitest'
import { freeUntil } from './notice.ts'

const start = '2026-11-21T16:00:00Z'
const at = (clock: string) => new Date(`2026-11-21T${clock}Z`)

test('an appointment can be cancelled with a full refund until the notice before its start', () => {
  expect(freeUntil(start, 60, at('09:00:00'))).toEqual(at('15:00:00'))
  expect(freeUntil(start, 24 * 60, new Date('2026-11-20T15:59:59Z'))).toEqual(new Date('2026-11-20T16:00:00Z'))
  expect(freeUntil(new Date(start), 0, at('15:59:59'))).toEqual(at('16:00:00'))
})

test.each([
  ['a moment before is in time', '14:59:59.999', false],
  ['exactly then is too late', '15:00:00', true],
  ['a moment after is too late', '15:00:00.001', true],
  ['once it has begun it is too late', '16:30:00', true],
])('%s', (_, clock, isTooLate) => expect(freeUntil(start, 60, at(clock)) === undefined).toBe(isTooLate))

describe('an appointment booked within the notice', () => {
  const soon = (clock: string, grace: string) => freeUntil(start, 120, at(clock), at(grace))
  test.each([
    ['can be given back for its first minutes', '15:09:59', '15:10:00', '15:10:00'],
    ['not from their end on', '15:10:00', '15:10:00', undefined],
    ['never past its start', '15:59:59', '16:04:00', '16:00:00'],
    ['nor once it has begun', '16:00:00', '16:04:00', undefined],
  ])('%s', (_, clock, grace, until) => expect(soon(clock, grace)).toEqual(until && at(until)))
  test('an appointment booked long before keeps its notice', () =>
    expect(soon('13:00:00', '09:00:00')).toEqual(at('14:00:00')))
})

import { expect, test } from 'vitest'
import { rescheduleOf } from './reschedule-input.ts'

const time = { startTime: '2026-11-26T10:00:00Z', endTime: '2026-11-26T10:20:00Z' }

test('a reschedule without an offer names no start', () =>
  expect(rescheduleOf({ timesOfferedFor: null }, 'eva', time)).toEqual({ clinicianId: 'eva', ...time }))

test("a reschedule upon the clinic's offer names the original start", () =>
  expect(rescheduleOf({ timesOfferedFor: time.startTime }, 'eva', time)).toEqual({
    clinicianId: 'eva',
    offeredFor: time.startTime,
    ...time,
  }))

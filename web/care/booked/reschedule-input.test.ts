import { expect, test } from 'vitest'
import { rescheduleOf } from './reschedule-input.ts'

const time = { startTime: '2026-11-26T10:00:00Z', endTime: '2026-11-26T10:20:00Z' }

test('another time says nothing of an offer that there is not', () =>
  expect(rescheduleOf({ timesOfferedFor: null }, 'eva', time)).toEqual({ clinicianId: 'eva', ...time }))

test('by the clinic’s offer it says for which start', () =>
  expect(rescheduleOf({ timesOfferedFor: time.startTime }, 'eva', time)).toEqual({
    clinicianId: 'eva',
    offeredFor: time.startTime,
    ...time,
  }))

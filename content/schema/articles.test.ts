import { expect, test } from 'vitest'
import { demoMoment } from './articles.ts'

test.each([
  ['a moment later today, by the clinic’s clock', 0, '2026-11-21T23:30:00Z', '2026-11-22T18:00:00.000Z'],
  ['a moment in twelve days', 12, '2026-11-21T12:00:00Z', '2026-12-03T18:00:00.000Z'],
  ['a moment after the clocks change, at the same local time', 200, '2026-11-21T12:00:00Z', '2027-06-09T17:00:00.000Z'],
  ['a moment a month ago', -31, '2026-11-21T12:00:00Z', '2026-10-21T17:00:00.000Z'],
])('%s', (_, inDays, now, moment) =>
  expect(demoMoment({ inDays, at: '19:00' }, 'Europe/Madrid', new Date(now))).toBe(moment),
)

import { expect, test } from 'vitest'
import { startsSoon } from './starts-in.ts'

const MADRID = 'Europe/Madrid'

test.each([
  ['in a minute', '2026-11-25T10:01:00Z', '2026-11-25T10:00:00Z', true],
  ['now', '2026-11-25T10:00:00Z', '2026-11-25T10:00:00Z', false],
  ['an hour ago', '2026-11-25T09:00:00Z', '2026-11-25T10:00:00Z', false],
  ['late the same day', '2026-11-25T22:30:00Z', '2026-11-24T23:30:00Z', true],
  ['tomorrow, less than half a day away', '2026-11-26T06:00:00Z', '2026-11-25T18:00:01Z', true],
  ['tomorrow, half a day away', '2026-11-26T06:00:00Z', '2026-11-25T18:00:00Z', false],
  ['in three days', '2026-11-28T10:00:00Z', '2026-11-25T10:00:00Z', false],
])('whether a start %s is counted down: %#', (_, start, now, counted) =>
  expect(startsSoon(start, MADRID, new Date(now))).toBe(counted),
)

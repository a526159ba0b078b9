import { expect, test } from 'vitest'
import { isRunning } from './campaign.ts'

const autumn = { active: true, startsAt: '2026-09-01T00:00:00+02:00', endsAt: '2026-11-30T23:59:59+01:00' }

test.each([
  ['a second before it starts', autumn, '2026-08-31T21:59:59Z', false],
  ['the moment it starts', autumn, '2026-08-31T22:00:00Z', true],
  ['in its last second', autumn, '2026-11-30T22:59:59Z', true],
  ['a second later', autumn, '2026-11-30T23:00:00Z', false],
  ['in the middle, when it was switched off', { ...autumn, active: false }, '2026-10-01T00:00:00Z', false],
  ['at any time, when it has no end', { ...autumn, endsAt: null }, '2031-01-01T00:00:00Z', true],
  ['at any time before, when it has no start', { ...autumn, startsAt: null }, '2020-01-01T00:00:00Z', true],
])('a campaign runs or not: %s', (_, campaign, now, runs) => expect(isRunning(campaign, new Date(now))).toBe(runs))

import { expect, test } from 'vitest'
import { nextMissedCallAllowedAt } from './missed.ts'

const NOON = Date.parse('2026-11-24T12:00:00.000Z')
const missedAt = (minutes: number) => ({
  type: 'UNASSIGNED' as const,
  createdAt: new Date(NOON + minutes * 60_000).toISOString(),
})

test('a patient cannot be missed again within five minutes', () => {
  const missed = [missedAt(-30), missedAt(0), { type: 'ASSIGNED' as const, createdAt: new Date(NOON).toISOString() }]
  const five = NOON + 5 * 60_000
  expect(nextMissedCallAllowedAt(missed, NOON)).toBe(five)
  expect(nextMissedCallAllowedAt(missed, five - 1)).toBe(five)
  expect(nextMissedCallAllowedAt(missed, five)).toBeUndefined()
})

test('a patient without a missed call can be missed at once', () =>
  expect(nextMissedCallAllowedAt([], NOON)).toBeUndefined())

test('a patient who was only taken and called just now counts no missed call', () => {
  const actions = (['ASSIGNED', 'PHONE_CALL_STARTED'] as const).map((type) => ({ ...missedAt(-1), type }))
  expect(nextMissedCallAllowedAt(actions, NOON)).toBeUndefined()
  expect(nextMissedCallAllowedAt([missedAt(-4), ...actions], NOON)).toBe(NOON + 60_000)
})

import { afterEach, expect, test, vi } from 'vitest'
import { hearClock, onOurClock } from './server-clock.ts'

const NOON = '2026-11-21T12:00:00.000Z'
const inMinutes = (minutes: number) => Date.parse(NOON) + minutes * 60_000
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['right', 0],
  ['seven minutes slow', -7],
  ['seven minutes fast', 7],
])('half an hour is half an hour on a device whose clock is %s', (_, off) => {
  vi.useFakeTimers({ now: inMinutes(off) })
  hearClock('Sat, 21 Nov 2026 12:00:00 GMT')
  expect(Math.round((onOurClock('2026-11-21T12:30:00.000Z') - Date.now()) / 1_000 / 30)).toBe(60)
})

test('an answer without a date changes nothing', () => {
  vi.useFakeTimers({ now: inMinutes(0) })
  hearClock('Sat, 21 Nov 2026 12:00:00 GMT')
  const before = onOurClock(NOON)
  hearClock(null)
  hearClock('yesterday')
  expect(onOurClock(NOON)).toBe(before)
})

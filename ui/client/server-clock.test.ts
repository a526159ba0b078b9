import { beforeEach, expect, test, vi } from 'vitest'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000

let clock: typeof import('./server-clock.ts')
beforeEach(async () => {
  vi.resetModules()
  clock = await import('./server-clock.ts')
  return () => void vi.useRealTimers()
})

/** A reply that took `tookMs` and was written `writtenMs` after the request, when the server's clock was at noon. */
function receiveReply({ tookMs = 0, writtenMs = 0, off = 0 }): void {
  const askedAt = NOON + off - writtenMs
  vi.useFakeTimers({ now: askedAt + tookMs })
  clock.updateServerClock(new Date(NOON).toUTCString(), askedAt)
}

test.each([
  ['right', 0],
  ['an hour slow', -60],
  ['twelve minutes fast', 12],
])('a device whose clock is %s shows the server’s time', (_, minutes) => {
  receiveReply({ off: minutes * MINUTE, tookMs: 80, writtenMs: 40 })
  expect(Math.abs(clock.serverNow() - NOON)).toBeLessThan(1_000)
  expect(clock.serverDate().getTime()).toBe(clock.serverNow())
  expect(clock.inServerTime(clock.deviceNow())).toBe(clock.serverNow())
})

test('a reply that took 20 s moves no correct clock', () => {
  receiveReply({ tookMs: 80 })
  receiveReply({ tookMs: 20_000, writtenMs: 10 })
  expect(clock.serverNow()).toBe(Date.now())
})

test('the next reply corrects a clock that was set while the page was open', () => {
  receiveReply({ tookMs: 80 })
  receiveReply({ tookMs: 80, off: 12 * MINUTE })
  expect(Math.abs(clock.serverNow() - NOON)).toBeLessThan(1_000)
})

test('a reply without a valid date changes nothing', () => {
  receiveReply({ off: MINUTE })
  const before = clock.serverNow()
  clock.updateServerClock(null, Date.now())
  clock.updateServerClock('yesterday', Date.now())
  expect(clock.serverNow()).toBe(before)
})

test('the clock is unknown before the first reply', () => {
  expect(clock.isServerClockKnown()).toBe(false)
  clock.updateServerClock(null, Date.now())
  expect(clock.isServerClockKnown()).toBe(false)
  receiveReply({})
  expect(clock.isServerClockKnown()).toBe(true)
})

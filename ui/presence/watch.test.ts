import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ActivityTargets } from './activity-events.ts'
import { type PresenceWatch, watchPresence } from './use-presence.ts'

const MINUTE = 60_000
const idleMs = 13 * MINUTE
const warningMs = 2 * MINUTE

/** A fake window and document. */
function surroundings(): ActivityTargets & { page: EventTarget & { visibilityState: string } } {
  return { view: new EventTarget(), page: Object.assign(new EventTarget(), { visibilityState: 'visible' }) }
}
const move = (screenX: number) => Object.assign(new Event('mousemove'), { screenX, screenY: 0 })

let around = surroundings()
let sendHeartbeat = vi.fn()
let onChange = vi.fn()
let watch: PresenceWatch
let disk = new Map<string, string>()

function start(): void {
  const storage = {
    get: (key: string) => disk.get(key) ?? null,
    set: (key: string, value: string) => void disk.set(key, value),
    remove: (key: string) => void disk.delete(key),
  }
  watch = watchPresence({ sessionId: 's-1', idleMs, warningMs, storage, sendHeartbeat, onChange }, around)
}
beforeEach(() => {
  vi.useFakeTimers()
  around = surroundings()
  sendHeartbeat = vi.fn()
  onChange = vi.fn()
  disk = new Map()
  start()
})
afterEach(() => {
  watch.stop()
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTime(ms)

test('an active user sends a heartbeat a minute, the first at once [A4.15]', () => {
  pass(5 * MINUTE)
  expect(sendHeartbeat).toHaveBeenCalledTimes(6)
})

test('frequent activity sends no further heartbeats [A9.2]', () => {
  for (let sign = 0; sign < 300; sign++) around.view.dispatchEvent(new Event('keydown'))
  for (let visit = 0; visit < 20; visit++) around.page.dispatchEvent(new Event('visibilitychange'))
  pass(MINUTE - 1)
  expect(sendHeartbeat).toHaveBeenCalledTimes(1)
})

test('no heartbeat is sent after the warning starts [A4.15]', () => {
  pass(idleMs)
  const sent = sendHeartbeat.mock.calls.length
  pass(warningMs)
  expect(sendHeartbeat).toHaveBeenCalledTimes(sent)
})

test('the warning starts after the idle time, and the end comes on the second [A4.16]', () => {
  const began = Date.now()
  pass(idleMs)
  expect(onChange.mock.calls).toEqual([['away', began + idleMs + warningMs]])
  pass(warningMs - 1_000)
  expect(onChange).toHaveBeenCalledTimes(1)
  pass(1_000)
  expect(onChange).toHaveBeenLastCalledWith('gone', began + idleMs + warningMs)
})

test.each(['mousedown', 'resize', 'keydown', 'touchstart', 'wheel', 'call-ongoing'])(
  '%s counts as activity [A4.14]',
  (sign) => {
    pass(idleMs - 1_000)
    around.view.dispatchEvent(new Event(sign))
    pass(2_000)
    expect(onChange).not.toHaveBeenCalled()
  },
)

test('a moving mouse counts as activity, and a page that scrolls under a still mouse does not', () => {
  around.view.dispatchEvent(move(10))
  pass(idleMs - 1_000)
  around.view.dispatchEvent(move(10))
  pass(1_000)
  expect(onChange).toHaveBeenLastCalledWith('away', expect.any(Number))
  watch.stay()
  pass(idleMs - 1_000)
  around.view.dispatchEvent(move(11))
  pass(2_000)
  expect(onChange).toHaveBeenLastCalledWith('here', expect.any(Number))
})

test('a tab that becomes visible counts as activity, and one that is hidden does not [A4.14]', () => {
  pass(idleMs - 2_000)
  around.page.visibilityState = 'hidden'
  around.page.dispatchEvent(new Event('visibilitychange'))
  pass(2_000)
  expect(onChange).toHaveBeenCalledTimes(1)
  watch.stay()
  pass(idleMs - 1_000)
  around.page.visibilityState = 'visible'
  around.page.dispatchEvent(new Event('visibilitychange'))
  pass(2_000)
  expect(onChange).toHaveBeenLastCalledWith('here', expect.any(Number))
})

test('a laptop that slept ends the session the moment that it wakes', () => {
  vi.setSystemTime(Date.now() + 60 * MINUTE)
  expect(onChange).not.toHaveBeenCalled()
  around.page.dispatchEvent(new Event('visibilitychange'))
  expect(onChange).toHaveBeenLastCalledWith('gone', expect.any(Number))
})

test('a laptop that wakes untouched ends the session within a second', () => {
  vi.setSystemTime(Date.now() + 60 * MINUTE)
  pass(1_000)
  expect(onChange).toHaveBeenLastCalledWith('gone', expect.any(Number))
})

test('a page restored from the back/forward cache ends the session before a timer runs', () => {
  vi.setSystemTime(Date.now() + 60 * MINUTE)
  around.view.dispatchEvent(new Event('pageshow'))
  expect(onChange).toHaveBeenLastCalledWith('gone', expect.any(Number))
})

test('a page that reopens too late reports the end at once, and nothing keeps the session', () => {
  watch.stop()
  sendHeartbeat.mockClear()
  vi.setSystemTime(Date.now() + idleMs + warningMs)
  start()
  expect(onChange).toHaveBeenLastCalledWith('gone', expect.any(Number))
  expect(sendHeartbeat).not.toHaveBeenCalled()
})

test('a stopped watch observes, sends and reports nothing', () => {
  watch.stop()
  sendHeartbeat.mockClear()
  around.view.dispatchEvent(new Event('keydown'))
  pass(60 * MINUTE)
  expect([sendHeartbeat.mock.calls, onChange.mock.calls]).toEqual([[], []])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAlive, limitToOncePerMinute } from './heartbeat.ts'

const MINUTE = 60_000
const idleMs = 20 * MINUTE
const view = new EventTarget()
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
let sendHeartbeat = vi.fn()
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  sendHeartbeat = vi.fn()
  stop = keepAlive({ sendHeartbeat, idleMs }, { view, page })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('the first heartbeat is sent at once, the next a minute later', () => {
  expect(sendHeartbeat).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(MINUTE - 1)
  expect(sendHeartbeat).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(sendHeartbeat).toHaveBeenCalledTimes(2)
})

test('heartbeats go on without activity for the idle time, and stop a minute later', () => {
  vi.advanceTimersByTime(idleMs)
  const sent = sendHeartbeat.mock.calls.length
  expect(sent).toBe(21)
  vi.advanceTimersByTime(60 * MINUTE)
  expect(sendHeartbeat).toHaveBeenCalledTimes(sent)
})

test('returning to the tab sends a heartbeat at once', () => {
  vi.advanceTimersByTime(idleMs + 10 * MINUTE + 1)
  sendHeartbeat.mockClear()
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sendHeartbeat).toHaveBeenCalledTimes(1)
})

test('switching tabs sends at most one heartbeat a minute [A9.2]', () => {
  for (let visit = 0; visit < 30; visit++) page.dispatchEvent(new Event('visibilitychange'))
  expect(sendHeartbeat).toHaveBeenCalledTimes(1)
})

test('a clock that is set back does not stop the heartbeat', () => {
  let clock = 10 * MINUTE
  const pulse = limitToOncePerMinute(sendHeartbeat, () => clock)
  sendHeartbeat.mockClear()
  pulse()
  clock -= 5 * MINUTE
  pulse()
  expect(sendHeartbeat).toHaveBeenCalledTimes(2)
})

test('a stopped heartbeat sends nothing', () => {
  stop()
  sendHeartbeat.mockClear()
  view.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(10 * MINUTE)
  expect(sendHeartbeat).not.toHaveBeenCalled()
})

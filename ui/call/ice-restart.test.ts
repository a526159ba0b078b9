import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIceRestarter } from './ice-restart.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function connection() {
  const stuck = vi.fn()
  const it = { connectionState: 'new' as RTCPeerConnectionState, restartIce: vi.fn() }
  const iceRestarter = createIceRestarter(it, stuck)
  const become = (state: RTCPeerConnectionState) => {
    it.connectionState = state
    iceRestarter.look()
  }
  return { become, iceRestarter, stuck, restarts: () => it.restartIce.mock.calls.length }
}

test('a hiccup of a second changes nothing [B2.30]', () => {
  const { become, restarts, stuck } = connection()
  become('connected')
  become('disconnected')
  vi.advanceTimersByTime(1_400)
  become('connected')
  vi.advanceTimersByTime(60_000)
  expect([restarts(), stuck.mock.calls.length]).toEqual([0, 0])
})

test('after a second and a half other ways are looked for, once; when none is found the pair begins anew', () => {
  const { become, restarts, stuck } = connection()
  become('connected')
  become('disconnected')
  vi.advanceTimersByTime(1_500)
  become('failed')
  expect(restarts()).toBe(1)
  vi.advanceTimersByTime(5_999)
  expect(stuck).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(stuck).toHaveBeenCalledTimes(1)
})

test('that it is stuck is said again until media flows: at first nobody may have been able to act', () => {
  const { become, stuck } = connection()
  vi.advanceTimersByTime(12_000 + 2 * 6_000)
  expect(stuck).toHaveBeenCalledTimes(3)
  become('connected')
  vi.advanceTimersByTime(60_000)
  expect(stuck).toHaveBeenCalledTimes(3)
})

test('a way that is found in time is enough, and the next break leads to another ICE restart', () => {
  const { become, restarts, stuck } = connection()
  become('failed')
  become('connected')
  vi.advanceTimersByTime(60_000)
  become('failed')
  expect([restarts(), stuck.mock.calls.length]).toEqual([2, 0])
})

test('two that never agree begin anew after twelve seconds; a connection that is closed does not', () => {
  const one = connection()
  const other = connection()
  other.iceRestarter.stop()
  vi.advanceTimersByTime(12_000)
  expect([one.stuck.mock.calls.length, other.stuck.mock.calls.length]).toEqual([1, 0])
})

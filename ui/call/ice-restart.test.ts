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

test('an interruption of a second causes no restart [B2.30]', () => {
  const { become, restarts, stuck } = connection()
  become('connected')
  become('disconnected')
  vi.advanceTimersByTime(1_400)
  become('connected')
  vi.advanceTimersByTime(60_000)
  expect([restarts(), stuck.mock.calls.length]).toEqual([0, 0])
})

test('ICE restarts once after 1.5 s, and if that finds no path the pair starts again', () => {
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

test('`onStuck` repeats until media flows, because the listener may not be able to act at first', () => {
  const { become, stuck } = connection()
  vi.advanceTimersByTime(12_000 + 2 * 6_000)
  expect(stuck).toHaveBeenCalledTimes(3)
  become('connected')
  vi.advanceTimersByTime(60_000)
  expect(stuck).toHaveBeenCalledTimes(3)
})

test('a restart that succeeds in time is enough, and the next interruption causes another', () => {
  const { become, restarts, stuck } = connection()
  become('failed')
  become('connected')
  vi.advanceTimersByTime(60_000)
  become('failed')
  expect([restarts(), stuck.mock.calls.length]).toEqual([2, 0])
})

test('a negotiation without result restarts after twelve seconds, and a closed connection does not', () => {
  const one = connection()
  const other = connection()
  other.iceRestarter.stop()
  vi.advanceTimersByTime(12_000)
  expect([one.stuck.mock.calls.length, other.stuck.mock.calls.length]).toEqual([1, 0])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceNow, updateServerClock } from '../client/server-clock.ts'
import { useCountdown } from './use-countdown.ts'

const setState = vi.hoisted(() => vi.fn())
// Runs the hook's effects without rendering.
vi.mock('react', () => ({
  useState: (begin: () => number) => [begin(), setState],
  useRef: (current: unknown) => ({ current }),
  useEffect: (run: () => void) => run(),
}))

beforeEach(() => {
  setState.mockReset()
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => void vi.useRealTimers())
const turns = () => setState.mock.calls.flat()

test("no moment counts as past before the server's time is known", async () => {
  const ended = vi.fn()
  expect(useCountdown(-1, ended)).toBe(0)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ended).not.toHaveBeenCalled()
  updateServerClock(new Date().toUTCString(), deviceNow())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ended).toHaveBeenCalledOnce()
})

test('a countdown ticks once a second, aligned to its end, and ends once [A4.16] [A9.1]', async () => {
  const ended = vi.fn()
  updateServerClock(new Date(0).toUTCString(), deviceNow())
  expect(useCountdown(2_600, ended)).toBe(3)
  await vi.advanceTimersByTimeAsync(599)
  expect(turns()).toEqual([3])
  await vi.advanceTimersByTimeAsync(1)
  expect(turns()).toEqual([3, 2])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(turns()).toEqual([3, 2, 1])
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(turns()).toEqual([3, 2, 1, 0])
  expect(ended).toHaveBeenCalledOnce()
})

test('a past moment ends at once', () => {
  const ended = vi.fn()
  expect(useCountdown(-1, ended)).toBe(0)
  expect(ended).toHaveBeenCalledOnce()
})

import type { Config } from '@cuida/core/brand/config.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Changes } from '../kit/db/changes.ts'
import type { Db } from '../kit/db/db.ts'
import { createLog } from '../kit/log/log.ts'
import { followContent } from './follow-content.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A process whose content service and database report no change. */
function follow() {
  let notify: (topics: readonly string[]) => void = () => {}
  const refresh = vi.fn(async () => false)
  const keepPictures = vi.fn(async () => {})
  const changes = {
    onChange(listener: typeof notify) {
      notify = listener
      return () => {}
    },
    onGap: () => () => {},
  }
  const follower = followContent({
    live: { refresh, keepPictures, onSwap: () => {}, close: async () => {} },
    services: {
      content: { config: () => ({}) as Config },
      config: {} as Config,
      db: {} as Db,
      changes: changes as unknown as Changes,
      log: createLog('silent'),
      cache: { clear() {} },
    },
  })
  return { follower, refresh, keepPictures, say: (topic: string) => notify([topic]) }
}

test('without a webhook the process polls at least every half minute [A3.1]', async () => {
  const { follower, refresh } = follow()
  for (let times = 1; times <= 5; times++) {
    await vi.advanceTimersByTimeAsync(30_000)
    expect(refresh.mock.calls.length).toBeGreaterThanOrEqual(times)
  }
  expect(refresh.mock.calls.length).toBeLessThanOrEqual(7)
  const before = refresh.mock.calls.length
  follower.close()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(refresh.mock.calls.length).toBe(before)
})

test('after a hundred changes the process refreshes at once, and once more after the last', async () => {
  const { follower, refresh, say } = follow()
  say('cms')
  await vi.advanceTimersByTimeAsync(0)
  expect(refresh).toHaveBeenCalledTimes(1)
  for (let change = 0; change < 100; change++) say('cms')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(refresh).toHaveBeenCalledTimes(2)
  say('content')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(refresh).toHaveBeenCalledTimes(2)
  follower.close()
})

test('pictures are not downloaded during an import, but after it', async () => {
  const { follower, refresh, keepPictures, say } = follow()
  expect(keepPictures).toHaveBeenCalledTimes(1)
  let failuresLeft = 3
  refresh.mockImplementation(async () => {
    if (failuresLeft-- > 0) say('cms')
    return false
  })
  say('cms')
  await vi.advanceTimersByTimeAsync(2_000)
  expect([refresh.mock.calls.length, keepPictures.mock.calls.length]).toEqual([3, 1])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([refresh.mock.calls.length, keepPictures.mock.calls.length]).toEqual([4, 2])
  follower.close()
})

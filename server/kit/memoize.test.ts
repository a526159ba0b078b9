import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoizeFor } from './memoize.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('concurrent callers, and those a moment later, share one result', async () => {
  let asked = 0
  const ask = memoizeFor(2_000, async () => ++asked)
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  vi.advanceTimersByTime(1_999)
  expect(await ask()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await ask()).toBe(2)
})

test('a failure reaches its callers and is not cached', async () => {
  let asked = 0
  const ask = memoizeFor(2_000, async () => {
    if (++asked === 1) throw new Error('the database is away')
    return asked
  })
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('away')
  expect(await ask()).toBe(2)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoizeFor } from './memoize.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('concurrent callers, and those a moment later, share one result', async () => {
  let callCount = 0
  const load = memoizeFor(2_000, async () => ++callCount)
  expect(await Promise.all([load(), load()])).toEqual([1, 1])
  vi.advanceTimersByTime(1_999)
  expect(await load()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await load()).toBe(2)
})

test('a failure reaches its callers and is not cached', async () => {
  let callCount = 0
  const load = memoizeFor(2_000, async () => {
    if (++callCount === 1) throw new Error('the database is away')
    return callCount
  })
  await expect(Promise.all([load(), load()])).rejects.toThrow('away')
  expect(await load()).toBe(2)
})

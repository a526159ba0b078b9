import { expect, test } from 'vitest'
import { retryUntilLoaded } from './retry-until-loaded.ts'

const queryState = (status: string, errorUpdateCount: number, data?: unknown) => ({
  state: { status, errorUpdateCount, data },
})

test('a query without data is retried at growing intervals, at least once a minute', () =>
  expect([1, 2, 3, 4, 5, 50].map((failures) => retryUntilLoaded(queryState('error', failures)))).toEqual([
    ...[5_000, 10_000, 20_000, 40_000, 60_000, 60_000],
  ]))

test('a query with data, or one that is still pending, is not retried', () => {
  expect(retryUntilLoaded(queryState('pending', 0))).toBe(false)
  expect(retryUntilLoaded(queryState('success', 2, { firstName: 'Ana' }))).toBe(false)
  expect(retryUntilLoaded(queryState('error', 2, { firstName: 'Ana' }))).toBe(false)
})

import { expect, test, vi } from 'vitest'
import { combineQueries } from './combine-queries.ts'
import type { QueryState } from './QueryBoundary.tsx'

const there = { data: 'Ana', error: null, isFetching: false, refetch: vi.fn() }
const coming: QueryState<string> = { ...there, data: undefined, isFetching: true, refetch: vi.fn() }
const failed: QueryState<string> = { ...coming, error: new Error('no'), isFetching: false }

test('a combined query has data when all its queries have', () => {
  expect(combineQueries(there, { ...there, data: null }).data).toEqual(['Ana', null])
  expect(combineQueries(there, coming)).toMatchObject({ data: undefined, error: null, isFetching: true })
})

test('a combined query has the error of the first query without data', () => {
  const old = { ...there, error: new Error('only older than it should be') }
  expect(combineQueries(coming, failed).error).toBe(failed.error)
  expect(combineQueries(old, there).error).toBeNull()
  expect(combineQueries(old, failed).error).toBe(failed.error)
})

test('a retry refetches all queries', async () => {
  await combineQueries(there, coming).refetch()
  for (const { refetch } of [there, coming]) expect(refetch).toHaveBeenCalledOnce()
})

import { expect, test, vi } from 'vitest'
import { combineQueries } from './combine-queries.ts'
import type { QueryState } from './QueryBoundary.tsx'

const loadedState = { data: 'Ana', error: null, isFetching: false, refetch: vi.fn() }
const coming: QueryState<string> = { ...loadedState, data: undefined, isFetching: true, refetch: vi.fn() }
const failed: QueryState<string> = { ...coming, error: new Error('no'), isFetching: false }

test('a combined query has data when all its queries have', () => {
  expect(combineQueries(loadedState, { ...loadedState, data: null }).data).toEqual(['Ana', null])
  expect(combineQueries(loadedState, coming)).toMatchObject({ data: undefined, error: null, isFetching: true })
})

test('a combined query has the error of the first query without data', () => {
  const old = { ...loadedState, error: new Error('only older than it should be') }
  expect(combineQueries(coming, failed).error).toBe(failed.error)
  expect(combineQueries(old, loadedState).error).toBeNull()
  expect(combineQueries(old, failed).error).toBe(failed.error)
})

test('a retry refetches all queries', async () => {
  await combineQueries(loadedState, coming).refetch()
  for (const { refetch } of [loadedState, coming]) expect(refetch).toHaveBeenCalledOnce()
})

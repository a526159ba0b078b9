import { expect, test, vi } from 'vitest'
import type { Read } from './Loaded.tsx'
import { together } from './together.ts'

const there = { data: 'Ana', error: null, isFetching: false, refetch: vi.fn() }
const coming: Read<string> = { ...there, data: undefined, isFetching: true, refetch: vi.fn() }
const failed: Read<string> = { ...coming, error: new Error('no'), isFetching: false }

test('two reads are there when both are', () => {
  expect(together(there, { ...there, data: null }).data).toEqual(['Ana', null])
  expect(together(there, coming)).toMatchObject({ data: undefined, error: null, isFetching: true })
})

test('they fail as the first that has nothing to show', () => {
  const old = { ...there, error: new Error('only older than it should be') }
  expect(together(coming, failed).error).toBe(failed.error)
  expect(together(old, there).error).toBeNull()
  expect(together(old, failed).error).toBe(failed.error)
})

test('another try asks for both', async () => {
  await together(there, coming).refetch()
  for (const { refetch } of [there, coming]) expect(refetch).toHaveBeenCalledOnce()
})

import { MOST_RESCUED } from '@cuida/core/care/rescue/rescue-api.ts'
import { expect, test, vi } from 'vitest'
import { rescue } from './rescue-queries.ts'

const api = vi.hoisted(() =>
  vi.fn(async (_: unknown, { ids }: { ids: string[] }) => ({ results: ids.map((id) => ({ id, problem: null })) })),
)
vi.mock('../../kit/api.ts', () => ({ api }))
vi.mock('../../kit/change-events.ts', () => ({ useChangeEvents: () => {} }))

test('a colleague with more hours than one call may name is rescued whole, each hour once', async () => {
  const ids = Array.from({ length: 2 * MOST_RESCUED + 1 }, (_, at) => `id-${at}`)
  const { results } = await rescue({ action: 'cancel', ids, reason: 'BLOCKED' })
  expect(results.map(({ id }) => id)).toEqual(ids)
  expect(api.mock.calls.map(([_, input]) => input.ids.length)).toEqual([MOST_RESCUED, MOST_RESCUED, 1])
})

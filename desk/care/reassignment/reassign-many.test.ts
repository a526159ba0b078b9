import { MAX_REASSIGNED } from '@cuida/core/care/reassignment/reassignment-api.ts'
import { expect, test, vi } from 'vitest'
import { applyReassignment } from './reassignment-queries.ts'

const api = vi.hoisted(() =>
  vi.fn(async (_: unknown, { ids }: { ids: string[] }) => ({ results: ids.map((id) => ({ id, problem: null })) })),
)
vi.mock('../../kit/api.ts', () => ({ api }))
vi.mock('../../kit/change-events.ts', () => ({ useChangeEvents: () => {} }))

test('more appointments than one call accepts are reassigned in batches, each once', async () => {
  const ids = Array.from({ length: 2 * MAX_REASSIGNED + 1 }, (_, at) => `id-${at}`)
  const { results } = await applyReassignment({ action: 'cancel', ids, reason: 'BLOCKED' })
  expect(results.map(({ id }) => id)).toEqual(ids)
  expect(api.mock.calls.map(([_, input]) => input.ids.length)).toEqual([MAX_REASSIGNED, MAX_REASSIGNED, 1])
})

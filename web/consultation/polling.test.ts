import { focusManager, QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useActiveList, useOngoingConsultations } from '../kit/ongoing.ts'
import { useConsultation, useConsultations } from './queries.ts'

// Queries poll only in a browser.
vi.hoisted(() => vi.stubGlobal('window', globalThis))
const api = vi.hoisted(() => vi.fn())
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<typeof import('@tanstack/react-query')>()),
  // Captures the query options of a screen without rendering it.
  useQuery: (options: unknown) => options,
  useQueryClient: () => undefined,
}))
vi.mock('../kit/api.ts', () => ({ api }))
vi.mock('../kit/content/change-events.ts', () => ({ useChangeEvents: () => {} }))
vi.mock('../kit/session/session.tsx', () => ({ useSession: () => ({ profile: { id: 'patient-1', dependants: [] } }) }))

let queries: QueryClient
beforeEach(() => {
  vi.useFakeTimers()
  queries = new QueryClient()
  api.mockReset()
})
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
})

/** Seconds after the first reply at which the query polls. */
async function requestTimes(options: unknown, seconds: number): Promise<number[]> {
  const leave = new QueryObserver(queries, options as QueryObserverOptions).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  const at: number[] = []
  for (let second = 1; second <= seconds; second++) {
    const before = api.mock.calls.length
    await vi.advanceTimersByTimeAsync(1_000)
    if (api.mock.calls.length > before) at.push(second)
  }
  leave()
  return at
}

test.each([
  ['what is to come every 2 seconds', () => useConsultations('upcoming'), 6, [2, 4, 6]],
  ['the list of active consultations every 15 seconds [B4.31] [B9.1]', () => useActiveList(), 31, [15, 30]],
  ['the past list never [B4.31] [B9.1]', () => useConsultations('past'), 61, []],
  ['what is on, for the frame of every screen, every 5 seconds [A9.1]', () => useOngoingConsultations(), 11, [5, 10]],
])('%s', async (_, query, seconds, moments) => {
  api.mockResolvedValue({ items: [] })
  expect(await requestTimes(query(), seconds)).toEqual(moments)
})

test('the list of active consultations is not polled without the focus [B4.31] [B9.1]', async () => {
  api.mockResolvedValue({ items: [] })
  focusManager.setFocused(false)
  expect(await requestTimes(useActiveList(), 61)).toEqual([])
  focusManager.setFocused(undefined)
})

test.each([
  ['what is to come', () => useConsultations('upcoming')],
  ['what is past', () => useConsultations('past')],
  ['what is on', () => useOngoingConsultations()],
])('%s is fetched in pages of a hundred [B9.2]', async (_, query) => {
  api.mockResolvedValue({ items: [] })
  await requestTimes(query(), 0)
  expect(api.mock.calls.map(([_, input]) => input.pageSize)).toEqual(['100'])
})

test.each([
  ['QUEUED', 6, [2, 4, 6]],
  ['ACTIVE', 6, [2, 4, 6]],
  ['CLOSED', 31, [15, 30]],
])('a consultation that is %s [B4.31] [B9.1]', async (status, seconds, moments) => {
  api.mockResolvedValue({ status })
  expect(await requestTimes(useConsultation('1'), seconds)).toEqual(moments)
})

test('only queued or active consultations are ongoing [B2.22] [B4.31] [B9.1]', async () => {
  api.mockResolvedValue({ items: [] })
  await requestTimes(useOngoingConsultations(), 0)
  expect(api.mock.calls[0]?.[1]).toMatchObject({ status: ['QUEUED', 'ACTIVE'] })
})

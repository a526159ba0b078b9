import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'

const contentEvents = vi.hoisted(() => ({ listeners: [] as (() => void)[] }))
const fetchInitialState = vi.hoisted(() => vi.fn())
const reloadMessages = vi.hoisted(() => vi.fn(async () => {}))
// Runs a component's effect without a browser, on render.
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useEffect: (effect: () => void) => void effect(),
}))
vi.mock('./change-events.ts', () => ({
  onContentChange: (listener: () => void) => contentEvents.listeners.push(listener),
}))
vi.mock('../../platform/fetch-initial-state.ts', () => ({ fetchInitialState }))
vi.mock('./messages.ts', () => ({ reloadMessages }))

const { LiveContent } = await import('./LiveContent.tsx')
const { LivePartner } = await import('./LivePartner.tsx')
const { PartnerProvider, usePartner } = await import('./partner.tsx')

function Name() {
  return <b>{usePartner().partnerName}</b>
}
const drawn = () =>
  renderToString(
    <PartnerProvider config={{ partnerName: 'Before' } as never}>
      <Name />
    </PartnerProvider>,
  )
let queries: QueryClient
beforeEach(() => {
  contentEvents.listeners.length = 0
  queries = new QueryClient()
  renderToString(
    <QueryClientProvider client={queries}>
      <LiveContent />
      <LivePartner />
    </QueryClientProvider>,
  )
})

test('a content change reloads the queries and the messages', async () => {
  fetchInitialState.mockResolvedValue({ config: { partnerName: 'After' } })
  const invalidated = vi.spyOn(queries, 'invalidateQueries')
  for (const listener of contentEvents.listeners) listener()
  expect(invalidated).toHaveBeenCalledWith()
  expect(reloadMessages).toHaveBeenCalledOnce()
  expect(fetchInitialState).toHaveBeenCalledOnce()
})

test('a failed load of the initial state changes nothing', async () => {
  fetchInitialState.mockRejectedValue(new Error('away'))
  for (const listener of contentEvents.listeners) listener()
  await Promise.resolve()
  expect(drawn()).toContain('Before')
})

import { me } from '@cuida/core/profile/account/api.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from './session.tsx'

const signedIn = vi.hoisted(() => vi.fn())
vi.mock('../api.ts', () => ({ api: vi.fn(), session: {} }))
vi.mock('./signed-in.ts', () => ({ useIsSignedIn: signedIn }))

let queries: QueryClient
beforeEach(() => {
  queries = new QueryClient()
})

function State() {
  const { status, profile } = useSession()
  return `${status} ${profile?.firstName ?? 'nobody'}`
}
const renderSession = () =>
  renderToString(
    <QueryClientProvider client={queries}>
      <State />
    </QueryClientProvider>,
  )

test('a stored session is not ready until its profile is loaded [A4.1]', () => {
  signedIn.mockReturnValue(true)
  expect(renderSession()).toBe('starting nobody')
})

test('a session is ready once its profile is loaded [A4.1]', () => {
  signedIn.mockReturnValue(true)
  queries.setQueryData(callKey(me, {}), { firstName: 'Ana' })
  expect(renderSession()).toBe('in Ana')
})

test('a session is ready and signed out without a token or after its end, and cached data is hidden [A4.1]', () => {
  signedIn.mockReturnValue(false)
  queries.setQueryData(callKey(me, {}), { firstName: 'Ana' })
  expect(renderSession()).toBe('out nobody')
})

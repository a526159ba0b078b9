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
const shown = () =>
  renderToString(
    <QueryClientProvider client={queries}>
      <State />
    </QueryClientProvider>,
  )

test('somebody was signed in here: not ready until we know who [A4.1]', () => {
  signedIn.mockReturnValue(true)
  expect(shown()).toBe('starting nobody')
})

test('ready with a profile, once it is loaded [A4.1]', () => {
  signedIn.mockReturnValue(true)
  queries.setQueryData(callKey(me, {}), { firstName: 'Ana' })
  expect(shown()).toBe('in Ana')
})

test('ready and logged out, when nobody was signed in, or the session ended: what was loaded is shown to nobody [A4.1]', () => {
  signedIn.mockReturnValue(false)
  queries.setQueryData(callKey(me, {}), { firstName: 'Ana' })
  expect(shown()).toBe('out nobody')
})

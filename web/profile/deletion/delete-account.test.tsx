import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { DeleteAccountScreen } from './DeleteAccountScreen.tsx'

const state = vi.hoisted(() => vi.fn())
vi.mock('../../kit/session/session.tsx', () => ({ useSession: state }))
vi.mock('../../kit/ongoing.ts', () => ({ useIsOngoing: () => false }))
vi.mock('../../kit/api.ts', () => ({ api: vi.fn(), session: {} }))

beforeAll(() => loadMessages('en', { 'profile.delete.none': 'There is no account to delete.' }))

test('a guest has nothing to delete and sees no form [A5.10] [A8.13]', () => {
  state.mockReturnValue({ status: 'out', profile: undefined })
  const markup = renderToString(<DeleteAccountScreen />)
  expect(markup).toContain('There is no account to delete.')
  expect(markup).not.toContain('<form')
})

test('while the session is being checked nothing can be pressed', () => {
  state.mockReturnValue({ status: 'starting', profile: undefined })
  const markup = renderToString(<DeleteAccountScreen />)
  expect(markup).not.toContain('<button')
  expect(markup).not.toContain('no account')
})

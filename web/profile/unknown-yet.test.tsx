import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { PartnerProvider } from '../kit/content/partner.tsx'
import { AskForm } from '../support/questions/QuestionsInboxScreen.tsx'
import { AccountScreen } from './account/AccountScreen.tsx'
import { ProfileScreen } from './account/ProfileScreen.tsx'
import { DeleteAccountScreen } from './deletion/DeleteAccountScreen.tsx'

vi.mock('../kit/session/session.tsx', () => ({ useSession: () => ({ status: 'starting', profile: undefined }) }))
vi.mock('../kit/content/change-events.ts', () => ({ useChangeEvents: () => {} }))
vi.mock('../kit/api.ts', () => ({ api: vi.fn(), session: {} }))

beforeAll(() => loadMessages('en', {}))

const drawn = (screen: ReactNode): string =>
  renderToString(<QueryClientProvider client={new QueryClient()}>{screen}</QueryClientProvider>)

test.each([
  ['the profile', <ProfileScreen key="profile" />],
  ['the account', <AccountScreen key="account" />],
  ['account deletion', <DeleteAccountScreen key="leaving" />],
])('while the session is being checked, %s already has its header with back and help', (_, screen) => {
  const markup = drawn(screen)
  expect(markup).toContain('<header')
  expect(markup).toContain('<main')
})

test("while the family is loading, no question can be sent that would be filed as the holder's", () => {
  const config = { familyProfilesEnabled: true, maximumLengthAllowed: 500 } as never
  const form = (
    <PartnerProvider config={config}>
      <AskForm onSent={vi.fn()} />
    </PartnerProvider>
  )
  expect(drawn(form)).not.toContain('<form')
})

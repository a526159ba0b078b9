import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { rememberSignReason } from '../session/sign-reason.ts'
import { AuthRedirectScreen } from './AuthRedirectScreen.tsx'

const session = vi.hoisted(() => vi.fn())
const goTo = vi.hoisted(() => vi.fn())
const emitClientEvent = vi.hoisted(() => vi.fn())
const redirectToDueDocuments = vi.hoisted(() => vi.fn())
vi.mock('../../kit/session/session.tsx', () => ({ useSession: session }))
vi.mock('../../kit/navigation/navigation.ts', () => ({ goTo }))
vi.mock('../../kit/client-event.ts', () => ({ emitClientEvent }))
vi.mock('../../brand/consent/due-documents.ts', () => ({ redirectToDueDocuments }))
vi.mock('../../kit/frame/Brand.tsx', () => ({ Brand: () => null }))
// Runs effects on mount, without a browser.
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useEffect: (run: () => void) => run(),
}))

const ana = {
  email: 'ana@example.com',
  firstName: 'Ana',
  lastName: 'Sanz',
  phone: { number: '+34600000001', country: 'ES' },
} as Profile

const storage = () => {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}

beforeEach(() => {
  vi.resetAllMocks()
  loadMessages('en', { 'brand.loading': ['Loading'] })
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('location', { search: '' })
  session.mockReturnValue({ status: 'in', profile: ana })
})
const arrive = () => renderToString(<AuthRedirectScreen />)

const who = { email: 'ana@example.com', phone: '+34600000001', firstName: 'Ana', lastName: 'Sanz' }

test('a new registration is reported once with exactly e-mail, phone and names [A2.42]', () => {
  rememberSignReason('signup')
  arrive()
  arrive()
  expect(emitClientEvent).toHaveBeenCalledExactlyOnceWith({ name: 'sign_up', who })
  expect(goTo).toHaveBeenLastCalledWith('/how-can-we-help', { replace: true })
})

test('a sign-in to an existing account reports a login without personal data [A2.42] [A3.15]', async () => {
  redirectToDueDocuments.mockResolvedValue('/how-can-we-help')
  rememberSignReason('signin')
  arrive()
  expect(emitClientEvent).toHaveBeenCalledExactlyOnceWith({ name: 'login' })
})

test('a sign-in leads through changed documents, a resumed session does not', async () => {
  redirectToDueDocuments.mockResolvedValue('/account/agreements?next=%2Fhow-can-we-help')
  rememberSignReason('signin')
  arrive()
  expect(redirectToDueDocuments).toHaveBeenCalledExactlyOnceWith('/how-can-we-help')
  await vi.waitFor(() =>
    expect(goTo).toHaveBeenLastCalledWith('/account/agreements?next=%2Fhow-can-we-help', { replace: true }),
  )
  arrive()
  expect(redirectToDueDocuments).toHaveBeenCalledOnce()
  expect(goTo).toHaveBeenLastCalledWith('/how-can-we-help', { replace: true })
})

test('nothing is reported and no redirect happens before the profile is known', () => {
  rememberSignReason('signup')
  session.mockReturnValue({ status: 'starting', profile: undefined })
  arrive()
  expect(emitClientEvent).not.toHaveBeenCalled()
  expect(goTo).not.toHaveBeenCalled()
})

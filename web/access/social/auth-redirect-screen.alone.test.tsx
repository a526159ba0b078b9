import type { Profile } from '@cuida/core/profile/profile.ts'
import { loadWords } from '@cuida/ui/words/words.ts'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { markSigned } from '../session/signed.ts'
import { provideTracking } from '../welcome/tracking.ts'
import { AuthRedirectScreen } from './AuthRedirectScreen.tsx'

const session = vi.hoisted(() => vi.fn())
const goTo = vi.hoisted(() => vi.fn())
vi.mock('../../kit/session.tsx', () => ({ useSession: session }))
vi.mock('../../kit/navigation.ts', () => ({ goTo }))
vi.mock('../../kit/Brand.tsx', () => ({ Brand: () => null }))
// What a screen does once it stands there, without a browser.
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
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const layer = { newAccount: vi.fn(), pageView: vi.fn(), signed: vi.fn() }

beforeEach(() => {
  vi.resetAllMocks()
  loadWords('en', { 'brand.loading': ['Loading'] })
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('location', { search: '' })
  localStorage.setItem('consent', JSON.stringify({ groups: ['C0002'], marketing: true }))
  provideTracking(layer)
  session.mockReturnValue({ status: 'in', profile: ana })
})
const arrive = () => renderToString(<AuthRedirectScreen />)

test('who has just registered is told of to the partner’s layer, once, on the way into the app', () => {
  markSigned('signup')
  arrive()
  arrive()
  expect(layer.newAccount).toHaveBeenCalledExactlyOnceWith({
    email: 'ana@example.com',
    phone: '+34600000001',
    firstName: 'Ana',
    lastName: 'Sanz',
  })
  expect(layer.signed).toHaveBeenCalledExactlyOnceWith({ reason: 'signup' })
  expect(goTo).toHaveBeenLastCalledWith('/how-can-we-help', { replace: true })
})

test('who signed in to an account that they had is no new account', () => {
  markSigned('signin')
  arrive()
  expect(layer.newAccount).not.toHaveBeenCalled()
})

test('nobody is told of before it is known who they are, nor led anywhere', () => {
  markSigned('signup')
  session.mockReturnValue({ status: 'starting', profile: undefined })
  arrive()
  expect(layer.newAccount).not.toHaveBeenCalled()
  expect(goTo).not.toHaveBeenCalled()
})

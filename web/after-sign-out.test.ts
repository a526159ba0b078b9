import { beforeEach, expect, test, vi } from 'vitest'
import { afterSignOut } from './after-sign-out.ts'

const goTo = vi.hoisted(() => vi.fn())
const cart = vi.hoisted(() => ({ clearBooking: vi.fn(), hideBooking: vi.fn() }))
vi.mock('./kit/navigation/navigation.ts', () => ({ goTo }))
vi.mock('./booking/cart/cart-store.ts', () => cart)

let tab: Map<string, string>
beforeEach(() => {
  vi.clearAllMocks()
  tab = new Map()
  const storage = {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => void tab.set(key, value),
    removeItem: (key: string) => void tab.delete(key),
  }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', { pathname: '/consultations', search: '?tab=past' })
})

test.each([
  ['idle', 'inactivity'],
  ['expired', 'unauthorized'],
] as const)(
  'a session that expired (%s) leads to /redirect with the reason %s and keeps the booking [A4.16] [A8.3]',
  async (why, reason) => {
    afterSignOut(why)
    expect(goTo).toHaveBeenCalledExactlyOnceWith(`/redirect?reason=${reason}`, { replace: true })
    expect([...tab.values()].join()).toContain('/consultations?tab=past')
    await vi.waitFor(() => expect(cart.hideBooking).toHaveBeenCalledOnce())
    expect(cart.clearBooking).not.toHaveBeenCalled()
  },
)

test.each([
  ['here', undefined, '/welcome'],
  ['in another tab', true, '/account/logged-out'],
] as const)('a person who left %s is informed, and no data remains', async (_, elsewhere, path) => {
  tab.set('phone', JSON.stringify({ number: '600 000 001', country: 'ES' }))
  afterSignOut('left', elsewhere)
  expect(goTo).toHaveBeenCalledExactlyOnceWith(path, { replace: true })
  expect([...tab.values()]).toEqual([])
  await vi.waitFor(() => expect(cart.clearBooking).toHaveBeenCalledOnce())
})

import { createCart, getCart, lockSlot, unlockSlot, updateCart } from '@cuida/core/booking/cart/api.ts'
import type { Cart, CartChange } from '@cuida/core/booking/cart/cart.ts'
import { emptyContent, mergeCart } from '@cuida/core/booking/cart/merge.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { focusManager } from '@tanstack/react-query'
import { onTestFinished, vi } from 'vitest'

export const anaId = '10000000-0000-4000-8000-000000000001'
export const leoId = '10000000-0000-4000-8000-000000000002'
export const clinicianId = '10000000-0000-4000-8000-000000000003'
export const slot = { startTime: '2026-11-26T15:00:00Z', endTime: '2026-11-26T15:20:00Z' }
export const slotHeldUntil = '2026-11-26T10:10:00Z'
export const weightBooking = { productId: '1', productSlug: 'weight', mode: 'later' } as const
export const skinBooking = { productId: '2', productSlug: 'skin', mode: 'later' } as const
export const feverAnswers = [{ questionId: 'fever', answer: true }]
export const coughAnswers = [{ questionId: 'cough', answer: false }]
export const SUMMARY = 'Since Monday it itches'

/** The server's carts; changes are merged as on the real server. */
export function mockCartServer() {
  const server = mockServer()
  const carts = new Map<string, Cart>()
  const state = { isOffline: false, isAnother: false }
  const refusal = (code: string, status: number) => Response.json({ code }, { status })
  const guarded = (reply: (key: string, body: CartChange) => object | null) => (request: never) => {
    const { path, body } = request as { path: string; body: CartChange & { sessionKey?: string } }
    if (state.isOffline) throw new TypeError('no network')
    const key = body?.sessionKey ?? path.split('/')[3] ?? ''
    if (key && state.isAnother) return refusal('CART_NOT_FOUND', 404)
    if (key && !carts.has(key)) return refusal('CART_EXPIRED', 409)
    return reply(key, body)
  }
  const none = { schedule: null, createdAt: '2026-11-26T09:00:00Z', lockedAt: null, lockExpiresAt: null }
  const write = (sessionKey: string, change: CartChange) => {
    const before = carts.get(sessionKey) ?? { ...emptyContent(change.productId), ...none }
    const cart = { ...before, ...mergeCart(before, change, ['fever', 'cough', 'since'], anaId) }
    carts.set(sessionKey, cart)
    return { ...cart, sessionKey }
  }
  const set = (key: string, more: Partial<Cart>) => carts.set(key, { ...(carts.get(key) as Cart), ...more })
  server.reply(
    createCart,
    guarded((_, change) => write(`key-of-cart-number-00${carts.size}`, change)),
  )
  server.reply(updateCart, guarded(write))
  server.reply(
    getCart,
    guarded((sessionKey) => ({ ...(carts.get(sessionKey) as Cart), sessionKey })),
  )
  server.reply(
    lockSlot,
    guarded((key) => {
      set(key, { clinicianId, schedule: slot, lockExpiresAt: slotHeldUntil })
      return { expiresAt: slotHeldUntil }
    }),
  )
  server.reply(
    unlockSlot,
    guarded((key) => {
      set(key, { schedule: null, lockExpiresAt: null })
      return null
    }),
  )
  const sent = () => server.requests.map(({ method, body }) => `${method} ${JSON.stringify(body ?? null)}`)
  return { server, carts, state, set, sent, cart: () => [...carts.values()][0] }
}

const load = () =>
  Promise.all([
    vi.importActual<typeof import('./cart-store.ts')>('./cart-store.ts'),
    vi.importActual<typeof import('../../kit/api.ts')>('../../kit/api.ts'),
    vi.importActual<typeof import('../../kit/query-client.ts')>('../../kit/query-client.ts'),
  ])

/** Loads the app as a new tab: only browser storage survives from before. */
export async function openTab() {
  vi.resetModules()
  const [cart, { session }, { queryClient }] = await load()
  queryClient.mount()
  const close = () => {
    queryClient.unmount()
    session.close()
  }
  onTestFinished(() => {
    cart.clearBooking()
    close()
  })
  await actAndFlush(() => undefined)
  return { ...cart, session, close, booking: cart.currentBooking }
}
type Tab = Awaited<ReturnType<typeof openTab>>

export async function reloadTab(tab: Tab): Promise<Tab> {
  tab.close()
  vi.clearAllTimers()
  return openTab()
}
export const waitUntilSaved = () => advanceTime(2_000)
export const holdTestSlot = (tab: Tab) => actAndFlush(() => tab.holdSlot(clinicianId, slot))
export async function focusTab(): Promise<void> {
  await advanceTime(6_000)
  await actAndFlush(() => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })
}
export const signIn = (tab: Tab, sessionId = 's-1') =>
  actAndFlush(() => {
    const accessToken = `a.${btoa(JSON.stringify({ iat: 0, exp: 900 }))}.c`
    tab.session.signIn({ accessToken, refreshToken: 'r', sessionId })
  })
export const localStorageText = () => JSON.stringify({ ...localStorage })
export const unsavedChanges = () => sessionStorage.getItem('cart-changes')

import type { Cart, CartChange } from '@cuida/core/booking/cart/cart.ts'
import { vi } from 'vitest'
import { BookingStore } from './booking-store.ts'
import type { CartServer, News } from './store-options.ts'

export const NOON = '2026-11-26T11:00:00.000Z'
export const slot = { startTime: '2026-11-26T15:20:00.000Z', endTime: '2026-11-26T15:40:00.000Z' }
export const clinicianId = '7b0b8f1e-6c86-4c53-9a37-5f4f6c6f1a01'
export const wanted = { productId: '1', productSlug: 'medical', mode: 'later' } as const
export const fever = [{ questionId: 'fever', answer: true }]

export class Refused extends Error {}

export const emptyCart: Cart = {
  productId: '1',
  patientId: null,
  symptoms: [],
  summary: null,
  contactMethod: null,
  clinicianId: null,
  ageConfirmed: false,
  schedule: null,
  createdAt: NOON,
  lockedAt: null,
  lockExpiresAt: null,
}

/** One server and one device; each `store()` is the app after another reload. */
export function world() {
  const carts = new Map<string, Cart>()
  const disk = new Map<string, string>()
  const calls: string[] = []
  const safe = new Map<string, string>()
  const state = {
    offline: false,
    signedIn: false,
    session: 's-1',
    isStranger: false,
    isTaken: false,
    /** What one tab tells the others. */
    tell: (_from: BookingStore, _news: News): void => undefined,
  }
  const merge = (sessionKey: string, change: CartChange) => {
    const given = Object.fromEntries(Object.entries(change).filter(([_, value]) => value !== undefined))
    const before = carts.get(sessionKey) ?? emptyCart
    const base = before.productId === change.productId ? before : { ...before, symptoms: [], summary: null }
    const answers = new Map([...base.symptoms, ...(change.symptoms ?? [])].map((each) => [each.questionId, each]))
    const cart = { ...base, ...given, symptoms: [...answers.values()] }
    carts.set(sessionKey, cart)
    return { ...cart, sessionKey }
  }
  const ask = async (name: string, sessionKey?: string) => {
    calls.push(name)
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (state.offline) throw new Error('no network')
    if (sessionKey && !carts.has(sessionKey)) throw new Refused('CART_EXPIRED')
    if (sessionKey && state.isStranger) throw new Refused('CART_NOT_FOUND')
  }
  const server: CartServer = {
    create: async (change) => {
      await ask('create')
      return merge(`key-of-cart-number-000${carts.size + 1}`, change)
    },
    update: async (sessionKey, change) => {
      await ask('update', sessionKey)
      return merge(sessionKey, change)
    },
    find: async (sessionKey) => {
      await ask('find', sessionKey)
      return { ...(carts.get(sessionKey) ?? emptyCart), sessionKey }
    },
    lock: async (sessionKey) => {
      await ask('lock', sessionKey)
      if (state.isTaken) throw new Refused('SLOT_TAKEN')
      carts.set(sessionKey, { ...(carts.get(sessionKey) ?? emptyCart), schedule: slot, lockExpiresAt: NOON })
      return { expiresAt: NOON }
    },
    unlock: async (sessionKey, _, closing) => {
      await ask(closing ? 'closing' : 'unlock', sessionKey)
      if (closing) return
      carts.set(sessionKey, { ...(carts.get(sessionKey) ?? emptyCart), schedule: null, lockExpiresAt: null })
    },
    refusalOf: (error) => (error instanceof Refused ? error.message : undefined),
  }
  const frames = {
    get: (key: string) => disk.get(key) ?? null,
    set: (key: string, value: string) => void disk.set(key, value),
    remove: (key: string) => void disk.delete(key),
  }
  const vault = {
    keep: async (text: string) => void safe.set('answers', text),
    kept: async () => safe.get('answers') ?? null,
    forget: async () => safe.clear(),
  }
  const isSignedIn = () => state.signedIn
  const sessionId = () => (state.signedIn ? state.session : undefined)
  const store = (): BookingStore => {
    const made: BookingStore = new BookingStore({
      server,
      frames,
      vault,
      isSignedIn,
      sessionId,
      tell: (news) => state.tell(made, news),
    })
    return made
  }
  return { carts, disk, safe, calls, state, store }
}

export const later = (ms = 2_000) => vi.advanceTimersByTimeAsync(ms)
export async function reloaded(reload: () => BookingStore): Promise<BookingStore> {
  const store = reload()
  const opened = store.open()
  await later(200)
  await opened
  return store
}

import { createCart, getCart, lockSlot, unlockSlot, updateCart } from '@cuida/core/booking/cart/api.ts'
import type { Cart } from '@cuida/core/booking/cart/cart.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { useSyncExternalStore } from 'react'
import { api, session } from '../../kit/api.ts'
import { platform } from '../../platform/platform.ts'
import { forgetAnswers, keepAnswers, keptAnswers } from './answers-vault.ts'
import type { Booking, BookingChange, Kept, Slot, Wanted } from './booking.ts'
import { BookingStore } from './booking-store.ts'
import type { BookingState } from './store-options.ts'

/** A refusal is final; without a network, and when too much was asked at once, the same request may work later. */
const isRefusal = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 429

const store = new BookingStore({
  server: {
    create: (change) => api(createCart, change),
    update: (sessionKey, change) => api(updateCart, { sessionKey, ...change }),
    find: (sessionKey) => api(getCart, { sessionKey }),
    lock: (sessionKey, { clinicianId, ...claim }, again) =>
      api(lockSlot, { id: clinicianId, sessionKey, ...claim, ...(again && { again }) }),
    unlock: (sessionKey, clinicianId, closing) =>
      api(
        unlockSlot,
        { id: clinicianId, sessionKey, ...(closing && { closing: true, ...closing }) },
        { keepalive: !!closing },
      ),
    refusalOf: (error) => (isRefusal(error) ? error.code : undefined),
  },
  frames: browserStorage(),
  vault: { keep: keepAnswers, kept: keptAnswers, forget: forgetAnswers },
  isSignedIn: session.isSignedIn,
  sessionId: session.id,
  tell: (news) => tabs?.postMessage(news),
})

/** Names no key: the tabs of a device share one cart. */
const tabs = typeof window === 'undefined' ? undefined : new BroadcastChannel('cart')
tabs?.addEventListener('message', ({ data }) => void store.hear(data))

if (typeof window !== 'undefined') {
  void store.open()
  // The first signed-in use binds the cart to its patient. Nobody's booking outlives a session that they chose to end; one
  // that ended by itself leaves it waiting for them alone.
  session.onChange((signedIn, reason) => {
    if (!signedIn) preselected = undefined
    if (signedIn) void store.restore()
    else if (reason === 'left') store.clear()
    else store.hide()
  })
  window.addEventListener('online', () => void store.restore())
  // A phone's app is put aside, not closed; its held time runs out by itself.
  if (platform().kind === 'web') {
    window.addEventListener('pagehide', () => store.close())
    window.addEventListener('pageshow', ({ persisted }) => persisted && void store.reopen())
  }
}

const NOTHING: BookingState = { booking: undefined, restored: true, unreachable: false }
const nothing = (): BookingState => NOTHING

/** The running booking of this device, if there is one. Its answers follow a moment after a reload: `useBookingState`. */
export const useBooking = (): Booking | undefined => useBookingState().booking
export const useBookingState = (): BookingState => useSyncExternalStore(store.subscribe, store.state, nothing)
/** For code outside of components. */
export const currentBooking = (): Booking | undefined => store.state().booking

export function startBooking(wanted: Wanted): void {
  const patientId = currentBooking() ? undefined : preselected
  store.start(wanted)
  if (patientId) updateBooking({ patientId })
}
/** Whom the next booking is for, chosen before there is one; until the page is closed or the person signs out. */
export const preselectPatient = (patientId: string): void => {
  preselected = patientId
}
let preselected: string | undefined
/** Begins a booking with what was kept of a past consultation. */
export const repeatBooking = (wanted: Wanted, kept: Kept): void => store.repeat(wanted, kept)
/** A cart that the server made for this person, with a time held, becomes the running booking. */
export const adoptCart = (cart: Cart & { sessionKey: string }, productSlug: string): Booking =>
  store.adopt(cart, productSlug)
export const updateBooking = (change: BookingChange): void => store.update(change)
/** The key of a cart that has everything; rejects with `CallFailed` when the server cannot be reached or refuses. */
export const ensureSaved = (): Promise<string> => store.ensureSaved()
/** Does something with the cart's key, once more with a new cart and the same answers when the old one has expired. */
export const withLiveCart = <T>(work: (sessionKey: string) => Promise<T>): Promise<T> => store.withLiveCart(work)
/** Claims a time; rejects with the refusals of `lockSlot`. */
export const holdSlot = (clinicianId: string, slot: Slot): Promise<void> => store.hold(clinicianId, slot)
/** Gives the held time back: leaving checkout, choosing another time. Never rejects. */
export const releaseSlot = (): Promise<unknown> => store.release()
/** Asks the server again what the cart holds; a booking whose cart is gone keeps its answers. Never rejects. */
export const restoreBooking = (): Promise<void> => store.restore()
/** After an order was placed. Signing out does it by itself. */
export const clearBooking = (): void => store.clear()
/** When a session ended that nobody chose to end: the booking waits for its patient. It happens by itself, as above. */
export const hideBooking = (): void => store.hide()

import type { Cart, CartChange } from '@cuida/core/booking/cart/cart.ts'
import type { TokenStorage } from '@cuida/ui/client/session/storage.ts'
import type { Vault } from './answers-keeper.ts'
import type { Booking, Slot } from './booking.ts'

/** With the end of the held time as this page knows it. */
export interface Closing {
  until?: string
}

type SavedCart = Cart & { sessionKey: string }

/** What the store asks of the server; cart-store.ts connects it with the real calls. */
export interface CartServer {
  create(change: CartChange): Promise<SavedCart>
  update(sessionKey: string, change: CartChange): Promise<SavedCart>
  find(sessionKey: string): Promise<SavedCart>
  /** `again`: this page went away, and came back. */
  lock(
    sessionKey: string,
    claim: { productId: string; clinicianId: string } & Slot,
    again?: boolean,
  ): Promise<{ expiresAt: string }>
  /** `closing`: the page goes away now, and perhaps comes back. */
  unlock(sessionKey: string, clinicianId: string, closing?: Closing): Promise<unknown>
  /** The code of a refusal; undefined when the server could not answer. */
  refusalOf(error: unknown): string | undefined
}

export interface BookingState {
  booking: Booking | undefined
  /** False for the moment after a reload in which the answers are still being brought back. */
  restored: boolean
  /** The last attempt to save found no server. Another follows; nothing is lost. */
  unreachable: boolean
}

export interface StoreOptions {
  server: CartServer
  frames: TokenStorage
  vault: Vault
  isSignedIn: () => boolean
  /** Of the session that is open now. */
  sessionId: () => string | undefined
  pauseMs?: number
  /** Tells the other tabs of this device what happened to the booking that they share. */
  tell?: (news: News) => void
}

/**
 * What one tab tells the others: the cart changed, or its held time; it is over; or the tab closes, and the held time
 * with it unless somebody else is still there.
 */
export type News = 'changed' | 'over' | 'closing'

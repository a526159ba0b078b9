import { createCart, getCart, lockSlot, unlockSlot, updateCart } from '@cuida/core/booking/cart/api.ts'
import type { Cart } from '@cuida/core/booking/cart/cart.ts'
import { isFinalRefusal } from '@cuida/ui/client/call-failed.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api, session } from '../../kit/api.ts'
import { queryClient } from '../../kit/query-client.ts'
import {
  asChanges,
  type Booking,
  type BookingChange,
  bookingOf,
  type Changes,
  changesText,
  isEmpty,
  type Kept,
  parseChanges,
  parseStored,
  type Slot,
  type Stored,
  type Wanted,
  withChange,
  withoutSent,
} from './booking.ts'

// The running booking of this device: the server's cart, a query, with what is not saved yet over it. Every request about the
// cart waits for the one before it, so that an older answer never lands over a newer one.

/** A3.4: the session key of the cart, in local storage. */
const BOOKING_KEY = 'cart'
/** Answers that are not saved yet are health data: in the session storage of this tab alone. */
const CHANGES_KEY = 'cart-changes'
const SAVE_AFTER_MS = 600
const RETRIES_MS = [1_000, 3_000, 9_000, 15_000]

export interface BookingState {
  booking: Booking | undefined
  /** False while the server's cart is on its way, after a reload or a sign-in. */
  restored: boolean
  /** The last attempt to save found no server. Another follows; nothing is lost. */
  unreachable: boolean
}
type SavedCart = Cart & { sessionKey: string }

const NOTHING: BookingState = { booking: undefined, restored: true, unreachable: false }
const storage = browserStorage()
const listeners = new Set<() => void>()
let state = NOTHING
let stored: Stored | undefined
let changes: Changes = {}
let unreachable = false
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let preselected: string | undefined

const inTurn = <T>(request: () => Promise<T>): Promise<T> =>
  new MutationObserver<T, Error, void>(queryClient, { mutationFn: request, scope: { id: 'cart' } }).mutate()

const retryDelay = (failed: number): number => RETRIES_MS[Math.min(failed, RETRIES_MS.length - 1)] ?? 0

const isGone = (error: unknown): boolean =>
  isFinalRefusal(error) && (error.code === 'CART_EXPIRED' || error.code === 'CART_NOT_FOUND')

/** It belongs to an account, and was last shown to another session: whoever is here now may be somebody else. */
const isWaiting = (): boolean => stored?.owner !== undefined && stored.owner !== session.id()

const cartKey = (sessionKey: string) => callKey(getCart, { sessionKey })
const cartQuery = (sessionKey = '') => ({
  queryKey: cartKey(sessionKey),
  queryFn: () => inTurn(() => find(sessionKey)),
  enabled: sessionKey !== '' && (!isWaiting() || session.isSignedIn()),
  retry: (_failed: number, error: Error) => !isFinalRefusal(error),
  retryDelay,
})
const observer = new QueryObserver<Cart>(queryClient, cartQuery())
const knownCart = (): Cart | undefined =>
  stored?.sessionKey === undefined ? undefined : queryClient.getQueryData<Cart>(cartKey(stored.sessionKey))

function publish(): void {
  const query = cartQuery(stored?.sessionKey)
  observer.setOptions(query)
  const cart = knownCart()
  const booking = stored && !isWaiting() ? bookingOf(stored, cart, changes) : undefined
  const restored = !query.enabled || cart !== undefined || observer.getCurrentResult().isError
  state = { booking, restored, unreachable }
  for (const listener of listeners) listener()
}

/** Keeps what is true now on this device, and shows it. */
function keep(now: Stored | undefined, unsaved: Changes = changes): void {
  stored = now
  changes = now ? unsaved : {}
  if (now) storage.set(BOOKING_KEY, JSON.stringify(now))
  else storage.remove(BOOKING_KEY)
  try {
    if (now && !isEmpty(changes)) sessionStorage.setItem(CHANGES_KEY, changesText(now, changes))
    else sessionStorage.removeItem(CHANGES_KEY)
  } catch {
    // A full storage costs the copy of this tab, nothing else: the server gets the answers in a moment.
  }
  publish()
}

/** Whether a reply is still of the running booking, and for whoever is here now. */
function whileRunning(): () => boolean {
  const { sessionKey, productId } = stored ?? {}
  const asker = session.id()
  return () => stored?.sessionKey === sessionKey && stored?.productId === productId && session.id() === asker
}

/** The server's newest word on the cart of the running booking. */
function learn({ sessionKey, ...cart }: SavedCart): void {
  queryClient.setQueryData<Cart>(cartKey(sessionKey), cart)
  if (stored) keep({ ...stored, sessionKey, owner: session.id() })
}

function learnTime(time: Pick<Cart, 'schedule' | 'lockExpiresAt'> & Partial<Cart>): void {
  const cart = knownCart()
  if (cart && stored?.sessionKey) learn({ ...cart, ...time, sessionKey: stored.sessionKey })
}

/** The cart is gone, or another tab made another product's of it: a new one gets the answers. */
function detach(): void {
  if (!stored || !state.booking) return
  keep({ ...stored, sessionKey: undefined, owner: undefined }, asChanges(state.booking))
  saveSoon()
}

async function find(sessionKey: string): Promise<Cart> {
  const isClaim = isWaiting()
  const isRunning = whileRunning()
  try {
    const cart = await api(getCart, { sessionKey })
    if (isRunning() && !changes.isAnew && cart.productId !== stored?.productId) detach()
    else if (isRunning()) learn(cart)
    if (state.booking && !isEmpty(changes)) saveSoon(0)
    return cart
  } catch (error) {
    if (isRunning() && isClaim && isFinalRefusal(error)) clearBooking()
    else if (isRunning() && isGone(error)) detach()
    throw error
  }
}

/** Sends what is unsaved until nothing is; the key of the cart, which then has everything. */
async function send(): Promise<string> {
  for (;;) {
    const sent = changes
    if (!stored || isWaiting()) throw new Error('There is no running booking to save')
    const { sessionKey, productId } = stored
    if (sessionKey && isEmpty(sent)) return sessionKey
    const { isAnew: _, ...change } = { productId, ...sent }
    const isRunning = whileRunning()
    try {
      const cart = await (sessionKey ? api(updateCart, { sessionKey, ...change }) : api(createCart, change))
      if (!isRunning()) continue
      changes = withoutSent(changes, sent)
      learn(cart)
    } catch (error) {
      if (!sessionKey || !isGone(error)) throw error
      if (isRunning()) detach()
    }
  }
}

/** After a pause, so that typing does not make a request per letter. */
function saveSoon(ms = SAVE_AFTER_MS): void {
  clearTimeout(timer)
  // A failure is shown, and another attempt follows unless the server refused.
  timer = setTimeout(() => void ensureSaved().catch(() => undefined), ms)
}

function change(now: Stored, unsaved: Changes): void {
  keep(now, unsaved)
  saveSoon()
}

if (typeof window !== 'undefined') {
  stored = parseStored(storage.get(BOOKING_KEY))
  if (stored) changes = parseChanges(stored, sessionStorage.getItem(CHANGES_KEY))
  observer.subscribe(publish)
  publish()
  if (stored && !stored.sessionKey) saveSoon(0)
  // The first signed-in use binds the cart to its patient. Nobody's booking outlives a session that they chose to end; one
  // that ended by itself leaves it waiting for them alone.
  session.onChange((signedIn, reason) => {
    if (signedIn) return void restoreBooking()
    preselected = undefined
    if (reason === 'left') clearBooking()
    else hideBooking()
  })
  // Another tab ordered it.
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    const isOver = key === BOOKING_KEY && newValue === null
    if (isOver && parseStored(oldValue)?.sessionKey === stored?.sessionKey) clearBooking()
  })
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The running booking of this device, if there is one. After a reload its answers follow: `useBookingState`. */
export const useBooking = (): Booking | undefined => useBookingState().booking
export const useBookingState = (): BookingState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => NOTHING,
  )
/** For code outside of components. */
export const currentBooking = (): Booking | undefined => state.booking

/** Pressing "Now" or "Choose a time": the same product keeps its answers, another one asks anew, in the same cart. */
export function startBooking(wanted: Wanted): void {
  const { booking } = state
  const isSame = stored !== undefined && booking?.productId === wanted.productId
  if (!isSame || wanted.mode === 'now') void releaseSlot()
  if (isSame) {
    // An on-demand consultation goes to whoever is free, though the patient may have looked at a calendar before.
    const nobody = wanted.mode === 'now' && knownCart()?.clinicianId ? { clinicianId: null } : {}
    change({ ...stored, ...wanted }, { ...changes, ...nobody })
  } else {
    const { sessionKey, owner } = (booking && stored) ?? {}
    const patientId = booking ? booking.patientId : preselected
    change({ ...wanted, sessionKey, owner }, { ...(sessionKey && { isAnew: true }), ...(patientId && { patientId }) })
  }
}

/** Whom the next booking is for, chosen before there is one; until the page is closed or the person signs out. */
export const preselectPatient = (patientId: string): void => {
  preselected = patientId
}

/** Begins a booking with what was kept of a past consultation, in a cart of its own: the server would merge the answers. */
export function repeatBooking(wanted: Wanted, { toConfirm, ...kept }: Kept): void {
  void releaseSlot()
  const now = { ...wanted, toConfirm }
  change(now, withChange({}, bookingOf(now, undefined, {}), kept))
}

/** A cart that the server made for this person, with a time held, becomes the running booking. */
export function adoptCart({ sessionKey, ...cart }: SavedCart, productSlug: string): Booking {
  void releaseSlot()
  const { productId } = cart
  queryClient.setQueryData<Cart>(cartKey(sessionKey), cart)
  const now: Stored = { sessionKey, productId, productSlug, mode: 'later', owner: session.id() }
  keep(now, {})
  return bookingOf(now, cart, {})
}

export function updateBooking(given: BookingChange): void {
  if (!stored || !state.booking) return
  change(
    'toConfirm' in given ? { ...stored, toConfirm: given.toConfirm } : stored,
    withChange(changes, state.booking, given),
  )
}

/** The key of a cart that has everything; rejects with `CallFailed` when the server cannot be reached or refuses. */
export async function ensureSaved(): Promise<string> {
  clearTimeout(timer)
  try {
    const sessionKey = await inTurn(send)
    failures = 0
    if (unreachable) {
      unreachable = false
      publish()
    }
    return sessionKey
  } catch (error) {
    if (state.booking && !isFinalRefusal(error)) {
      unreachable = true
      publish()
      saveSoon(retryDelay(failures++))
    }
    throw error
  }
}

/** Does something with the cart's key, once more with a new cart and the same answers when the old one has expired. */
export async function withLiveCart<T>(work: (sessionKey: string) => Promise<T>): Promise<T> {
  const sessionKey = await ensureSaved()
  try {
    return await work(sessionKey)
  } catch (error) {
    if (!isGone(error) || stored?.sessionKey !== sessionKey) throw error
    detach()
    return work(await ensureSaved())
  }
}

/** Holds a time; the same one again renews it. Rejects with the refusals of `lockSlot`. */
export async function holdSlot(clinicianId: string, slot: Slot): Promise<void> {
  if (!stored) return
  keep({ ...stored, clinicianId, mode: 'later' })
  await withLiveCart((sessionKey) =>
    inTurn(async () => {
      const isRunning = whileRunning()
      const productId = stored?.productId ?? ''
      const { lockedAt, expiresAt } = await api(lockSlot, { id: clinicianId, productId, sessionKey, ...slot })
      if (isRunning()) learnTime({ clinicianId, schedule: slot, lockedAt, lockExpiresAt: expiresAt })
    }),
  )
}

/** Gives the held time back: leaving checkout, choosing another time. Never rejects. */
export async function releaseSlot(): Promise<unknown> {
  const { sessionKey, clinicianId, slot } = state.booking ?? {}
  if (!sessionKey || !clinicianId || !slot) return
  const isRunning = whileRunning()
  const free = () => isRunning() && learnTime({ schedule: null, lockedAt: null, lockExpiresAt: null })
  free()
  // Once more when it is done: a reply to an earlier request may have shown the time again. A failure is harmless: the lock
  // ends by itself within minutes.
  return inTurn(() => api(unlockSlot, { id: clinicianId, sessionKey }).then(free)).catch(() => undefined)
}

/** Asks the server again what the cart holds; a booking whose cart is gone keeps its answers. Never rejects. */
export async function restoreBooking(): Promise<void> {
  const query = cartQuery(stored?.sessionKey)
  if (query.enabled) {
    await queryClient.cancelQueries({ queryKey: query.queryKey })
    await queryClient
      .fetchQuery({ ...query, staleTime: 0, retry: false })
      .catch((error) => isFinalRefusal(error) || void observer.refetch())
  }
  publish()
}

/** After an order was placed. Signing out does it by itself. */
export const clearBooking = (): void => leave(undefined)

/** When a session ended that nobody chose to end: the booking waits, unseen, for its patient, as above. */
export const hideBooking = (): void => leave(stored?.owner && stored.sessionKey ? stored : undefined)

function leave(now: Stored | undefined): void {
  clearTimeout(timer)
  unreachable = false
  queryClient.removeQueries({ queryKey: callKey(getCart) })
  keep(now)
}

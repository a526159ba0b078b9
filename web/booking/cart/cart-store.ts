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
  type BookingRequest,
  bookingOf,
  type Changes,
  type CopiedAnswers,
  changesText,
  isEmpty,
  parseChanges,
  parseStored,
  removeSentChanges,
  type Slot,
  type StoredBooking,
  withChange,
} from './booking.ts'

// The running booking of this device: the server's cart (a query), overlaid with unsaved changes. Requests about the
// cart run one after another, so that an older reply never overwrites a newer one.

/** A3.4: local storage holds the session key of the cart. */
const BOOKING_KEY = 'cart'
/** Unsaved answers are health data: they stay in the session storage of this tab. */
const CHANGES_KEY = 'cart-changes'
const SAVE_AFTER_MS = 600
const RETRIES_MS = [1_000, 3_000, 9_000, 15_000]

export interface BookingState {
  booking: Booking | undefined
  /** False while the server's cart is loading, after a reload or a sign-in. */
  restored: boolean
  /** The last attempt to save failed without a reply. It is retried; nothing is lost. */
  unreachable: boolean
}
type SavedCart = Cart & { sessionKey: string }

const NOTHING: BookingState = { booking: undefined, restored: true, unreachable: false }
const storage = browserStorage()
const listeners = new Set<() => void>()
let state = NOTHING
let stored: StoredBooking | undefined
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

/**
 * The cart belongs to an account and was last shown to another session: the person at this device may be another one.
 */
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

/** Stores the current booking and unsaved changes on this device and publishes them. */
function storeBooking(now: StoredBooking | undefined, unsaved: Changes = changes): void {
  stored = now
  changes = now ? unsaved : {}
  if (now) storage.set(BOOKING_KEY, JSON.stringify(now))
  else storage.remove(BOOKING_KEY)
  try {
    if (now && !isEmpty(changes)) sessionStorage.setItem(CHANGES_KEY, changesText(now, changes))
    else sessionStorage.removeItem(CHANGES_KEY)
  } catch {
    // When storage is full, only this tab's copy is lost: the server gets the answers in a moment.
  }
  publish()
}

/** Returns a check whether a late reply still belongs to the running booking and to the current session. */
function whileRunning(): () => boolean {
  const { sessionKey, productId } = stored ?? {}
  const requesterId = session.id()
  return () => stored?.sessionKey === sessionKey && stored?.productId === productId && session.id() === requesterId
}

/** Puts the server's latest cart into the query cache and updates the stored booking. */
function applySavedCart({ sessionKey, ...cart }: SavedCart): void {
  queryClient.setQueryData<Cart>(cartKey(sessionKey), cart)
  if (stored) storeBooking({ ...stored, sessionKey, owner: session.id() })
}

function learnTime(time: Pick<Cart, 'schedule' | 'lockExpiresAt'> & Partial<Cart>): void {
  const cart = knownCart()
  if (cart && stored?.sessionKey) applySavedCart({ ...cart, ...time, sessionKey: stored.sessionKey })
}

/** The cart is gone, or another tab reused it for another product: the answers go into a new cart. */
function detach(): void {
  if (!stored || !state.booking) return
  storeBooking({ ...stored, sessionKey: undefined, owner: undefined }, asChanges(state.booking))
  saveSoon()
}

async function find(sessionKey: string): Promise<Cart> {
  const isClaim = isWaiting()
  const isRunning = whileRunning()
  try {
    const cart = await api(getCart, { sessionKey })
    if (isRunning() && !changes.isAnew && cart.productId !== stored?.productId) detach()
    else if (isRunning()) applySavedCart(cart)
    if (state.booking && !isEmpty(changes)) saveSoon(0)
    return cart
  } catch (error) {
    if (isRunning() && isClaim && isFinalRefusal(error)) clearBooking()
    else if (isRunning() && isGone(error)) detach()
    throw error
  }
}

/** Sends unsaved changes until none are left; resolves to the cart's key. */
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
      changes = removeSentChanges(changes, sent)
      applySavedCart(cart)
    } catch (error) {
      if (!sessionKey || !isGone(error)) throw error
      if (isRunning()) detach()
    }
  }
}

/** Waits for a pause in typing, to avoid a request per letter. */
function saveSoon(ms = SAVE_AFTER_MS): void {
  clearTimeout(timer)
  // The failure is shown, and the save is retried unless the server refused it.
  timer = setTimeout(() => void ensureSaved().catch(() => undefined), ms)
}

function change(now: StoredBooking, unsaved: Changes): void {
  storeBooking(now, unsaved)
  saveSoon()
}

if (typeof window !== 'undefined') {
  stored = parseStored(storage.get(BOOKING_KEY))
  if (stored) changes = parseChanges(stored, sessionStorage.getItem(CHANGES_KEY))
  observer.subscribe(publish)
  publish()
  if (stored && !stored.sessionKey) saveSoon(0)
  // The first signed-in request binds the cart to its patient. Signing out clears the booking; a session that expired
  // leaves it hidden until the same patient signs in.
  session.onChange((signedIn, reason) => {
    if (signedIn) return void restoreBooking()
    preselected = undefined
    if (reason === 'left') clearBooking()
    else hideBooking()
  })
  // Another tab placed the order.
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    const isOver = key === BOOKING_KEY && newValue === null
    if (isOver && parseStored(oldValue)?.sessionKey === stored?.sessionKey) clearBooking()
  })
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The running booking of this device, if any. After a reload its answers arrive later: see `useBookingState`. */
export const useBooking = (): Booking | undefined => useBookingState().booking
export const useBookingState = (): BookingState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => NOTHING,
  )
/** For code outside of components. */
export const currentBooking = (): Booking | undefined => state.booking

/**
 * Starts a booking from "Now" or "Choose a time". The same product keeps its answers; another product starts over in
 * the same cart.
 */
export function startBooking(request: BookingRequest): void {
  const { booking } = state
  const isSame = stored !== undefined && booking?.productId === request.productId
  if (!isSame || request.mode === 'now') void releaseSlot()
  if (isSame) {
    // An on-demand consultation goes to any free clinician, even if the patient looked at one clinician's calendar
    // before.
    const nobody = request.mode === 'now' && knownCart()?.clinicianId ? { clinicianId: null } : {}
    change({ ...stored, ...request }, { ...changes, ...nobody })
  } else {
    const { sessionKey, owner } = (booking && stored) ?? {}
    const patientId = booking ? booking.patientId : preselected
    change({ ...request, sessionKey, owner }, { ...(sessionKey && { isAnew: true }), ...(patientId && { patientId }) })
  }
}

/** The patient of the next booking, chosen before it exists; kept until the page closes or the person signs out. */
export const preselectPatient = (patientId: string | undefined): void => {
  preselected = patientId
}

/** Starts a booking from a past consultation in a new cart: in the old cart the server would merge the answers. */
export function repeatBooking(request: BookingRequest, { toConfirm, copiedFrom, ...kept }: CopiedAnswers): void {
  void releaseSlot()
  const now = { ...request, toConfirm, copiedFrom }
  change(now, withChange({}, bookingOf(now, undefined, {}), kept))
}

/** Makes a cart that the server created for this person, with a held time, the running booking. */
export function adoptCart({ sessionKey, ...cart }: SavedCart, productSlug: string): Booking {
  void releaseSlot()
  const { productId } = cart
  queryClient.setQueryData<Cart>(cartKey(sessionKey), cart)
  const now: StoredBooking = { sessionKey, productId, productSlug, mode: 'later', owner: session.id() }
  storeBooking(now, {})
  return bookingOf(now, cart, {})
}

export function updateBooking(bookingChange: BookingChange): void {
  if (!stored || !state.booking) return
  change({ ...stored, ...onDevice(bookingChange) }, withChange(changes, state.booking, bookingChange))
}

/** The part of a change that only this device stores. */
const onDevice = (bookingChange: BookingChange) => ({
  ...('toConfirm' in bookingChange ? { toConfirm: bookingChange.toConfirm } : {}),
  ...('copiedFrom' in bookingChange ? { copiedFrom: bookingChange.copiedFrom } : {}),
})

/**
 * Resolves to the key of a cart that has all changes. Rejects with `CallFailed` when the server cannot be reached or
 * refuses.
 */
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

/** Runs `work` with the cart's key; when the cart has expired, repeats it with a new cart and the same answers. */
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

/** Holds a time, or renews the hold on the same one. Rejects with the refusals of `lockSlot`. */
export async function holdSlot(clinicianId: string, slot: Slot): Promise<void> {
  if (!stored) return
  storeBooking({ ...stored, clinicianId, mode: 'later' })
  await withLiveCart((sessionKey) =>
    inTurn(async () => {
      const isRunning = whileRunning()
      const productId = stored?.productId ?? ''
      const { lockedAt, expiresAt } = await api(lockSlot, { id: clinicianId, productId, sessionKey, ...slot })
      if (isRunning()) learnTime({ clinicianId, schedule: slot, lockedAt, lockExpiresAt: expiresAt })
    }),
  )
}

/** Releases the held time, on leaving checkout or choosing another time. Never rejects. */
export async function releaseSlot(): Promise<unknown> {
  const { sessionKey, clinicianId, slot } = state.booking ?? {}
  if (!sessionKey || !clinicianId || !slot) return
  const isRunning = whileRunning()
  const free = () => isRunning() && learnTime({ schedule: null, lockedAt: null, lockExpiresAt: null })
  free()
  // Cleared again afterwards: the reply to an earlier request may have restored the slot. A failure is harmless,
  // because the lock expires within minutes.
  return inTurn(() => api(unlockSlot, { id: clinicianId, sessionKey }).then(free)).catch(() => undefined)
}

/** Fetches the cart again; a booking whose cart is gone keeps its answers. Never rejects. */
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

/** Clears the booking after an order was placed. Signing out does so by itself. */
export const clearBooking = (): void => leave(undefined)

/** Hides the booking when the session expired; it waits for the same patient to sign in. */
export const hideBooking = (): void => leave(stored?.owner && stored.sessionKey ? stored : undefined)

function leave(now: StoredBooking | undefined): void {
  clearTimeout(timer)
  unreachable = false
  queryClient.removeQueries({ queryKey: callKey(getCart) })
  storeBooking(now)
}

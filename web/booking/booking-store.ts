import type { Cart, CartChange } from '@cuida/core/booking/cart.ts'
import type { TokenStorage } from '@cuida/ui/client/storage.ts'
import {
  answersOf,
  type Booking,
  type BookingChange,
  begin,
  cartChangeOf,
  type Frame,
  frameOf,
  parseAnswers,
  parseFrame,
  type Slot,
  type Wanted,
  withAnswersOf,
  withCart,
  withLockOf,
  withoutCart,
} from './booking.ts'
import { claimed, waitsForItsPatient } from './returning.ts'
import { Saver } from './saver.ts'

type SavedCart = Cart & { sessionKey: string }

/** What the store asks of the server; cart-store.ts connects it with the real calls. */
export interface CartServer {
  create(change: CartChange): Promise<SavedCart>
  update(sessionKey: string, change: CartChange): Promise<SavedCart>
  find(sessionKey: string): Promise<SavedCart>
  lock(sessionKey: string, claim: { productId: string; clinicianId: string } & Slot): Promise<{ expiresAt: string }>
  unlock(sessionKey: string, clinicianId: string): Promise<unknown>
  /** The code of a refusal; undefined when the server could not answer. */
  refusalOf(error: unknown): string | undefined
}

/** Where the answers wait, encrypted (answers-vault.ts). */
export interface Vault {
  keep(text: string): Promise<void>
  kept(): Promise<string | null>
  forget(): Promise<void>
}

export interface BookingState {
  booking: Booking | undefined
  /** False for the moment after a reload in which the answers are still being brought back. */
  restored: boolean
  /** The last attempt to save found no server. Another follows; nothing is lost. */
  unreachable: boolean
}

interface Options {
  server: CartServer
  frames: TokenStorage
  vault: Vault
  isSignedIn: () => boolean
  /** Of the session that is open now. */
  sessionId: () => string | undefined
  pauseMs?: number
}

/** Spec 1 §3: the session key of the cart is stored locally. */
export const BOOKING_KEY = 'cart'

/** The running booking of this device: shown at once, kept on the device, saved to the server's cart behind the scenes. */
export class BookingStore {
  readonly #options: Options
  readonly #saver: Saver
  readonly #listeners = new Set<() => void>()
  #state: BookingState = { booking: undefined, restored: true, unreachable: false }
  /** Counts what the patient changed, to tell what a reply already knows. */
  #edits = 0
  #vaulting: Promise<unknown> = Promise.resolve()
  #vaultWaits = false
  #releasing: Promise<unknown> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#saver = new Saver({
      save: () => this.#save(),
      worthRetrying: (error) => options.server.refusalOf(error) === undefined,
      pauseMs: options.pauseMs,
    })
  }

  state = (): BookingState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** After a reload: the frame at once, the answers from the vault, and then the server's word. */
  async open(): Promise<void> {
    const { frames, vault, sessionId } = this.#options
    const frame = parseFrame(frames.get(BOOKING_KEY))
    if (!frame) return
    if (waitsForItsPatient(frame, sessionId())) return this.#welcomeBack(frame)
    this.#show({ booking: { ...frame, symptoms: [], summary: '' }, restored: false })
    const answers = parseAnswers(await vault.kept().catch(() => null))
    const { booking } = this.#state
    if (answers && booking?.productId === frame.productId)
      this.#show({ booking: { ...booking, ...answers }, restored: true })
    await this.restore()
    this.#show({ restored: true })
  }

  /** Nobody sees it until its patient is back; the server has the answers, and what it lacks stays encrypted here. */
  hide(): void {
    const { frames, vault } = this.#options
    const frame = parseFrame(frames.get(BOOKING_KEY))
    this.#saver.forget()
    this.#show({ booking: undefined })
    if (frame && !(frame.isOwned && frame.sessionKey)) this.clear()
    else if (!frame?.unsaved) this.#vaulting = this.#vaulting.then(vault.forget).catch(() => undefined)
  }

  async #welcomeBack(frame: Frame): Promise<void> {
    const { server, vault, isSignedIn } = this.#options
    if (!isSignedIn()) return this.hide()
    this.#show({ restored: false })
    try {
      const booking = await claimed(frame, server, vault)
      // Who began another booking meanwhile has chosen.
      if (this.#state.booking) return
      if (!booking) return this.clear()
      this.#set(booking)
      this.#saveUnsaved()
    } catch {
      // The server could not be reached: the booking waits on.
    } finally {
      this.#show({ restored: true })
    }
  }

  /** Takes the server's word about the cart: after a reload, and after signing in. */
  async restore(): Promise<void> {
    const asked = this.#state.booking
    if (!asked) return this.open()
    if (!asked.sessionKey) return this.#saveUnsaved()
    const edits = this.#edits
    try {
      const cart = await this.#options.server.find(asked.sessionKey)
      // Who typed meanwhile, or whose last words never arrived, is right about everything but the held time.
      const newer = asked.unsaved || edits !== this.#edits
      const learn = !newer ? withCart : this.#state.restored ? withLockOf : withAnswersOf
      this.#amend(asked, (booking) => ({ ...learn(booking, cart), isOwned: this.#options.isSignedIn() }))
    } catch (error) {
      if (this.#isGone(error)) this.#amend(asked, withoutCart)
    }
    this.#saveUnsaved()
  }

  start(wanted: Wanted): void {
    const { booking } = this.#state
    if (booking && booking.productId !== wanted.productId) this.release()
    this.#edit(begin(this.#state.booking, wanted))
  }

  update(change: BookingChange): void {
    const { booking } = this.#state
    if (booking) this.#edit({ ...booking, ...change, unsaved: true })
  }

  /** The key of a cart that has everything; rejects when the server cannot be reached. */
  async ensureSaved(): Promise<string> {
    if (this.#state.booking?.unsaved) this.#saver.changed()
    await this.#saver.flush()
    const key = this.#state.booking?.sessionKey
    if (!key) throw new Error('There is no running booking to save')
    return key
  }

  /** Works with the cart's key; when the cart has expired meanwhile, once more with a new one that has the same answers. */
  async withLiveCart<T>(work: (sessionKey: string) => Promise<T>): Promise<T> {
    const sessionKey = await this.ensureSaved()
    try {
      return await work(sessionKey)
    } catch (error) {
      const { booking } = this.#state
      if (!this.#isGone(error) || booking?.sessionKey !== sessionKey) throw error
      this.#edit(withoutCart(booking))
      return work(await this.ensureSaved())
    }
  }

  /** Claims a time for this booking. */
  async hold(clinicianId: string, slot: Slot): Promise<void> {
    await this.#releasing
    this.update({ clinicianId, mode: 'later' })
    await this.withLiveCart(async (sessionKey) => {
      const { booking } = this.#state
      if (!booking) return
      const claim = { productId: booking.productId, clinicianId, ...slot }
      const { expiresAt } = await this.#options.server.lock(sessionKey, claim)
      this.#amend({ ...booking, sessionKey }, (now) => ({ ...now, slot, lockExpiresAt: expiresAt }))
    })
  }

  /** Gives the held time back. */
  release(): Promise<unknown> {
    const { booking } = this.#state
    if (booking?.sessionKey && booking.clinicianId && booking.slot) {
      this.#set({ ...booking, slot: undefined, lockExpiresAt: undefined })
      // A failure is harmless: the lock ends by itself within minutes.
      this.#releasing = this.#options.server.unlock(booking.sessionKey, booking.clinicianId).catch(() => undefined)
    }
    return this.#releasing
  }

  /** Nothing remains on this device: after an order, and when somebody chose to sign out. */
  clear(): void {
    this.#saver.forget()
    this.#set(undefined)
    this.#fillVault()
  }

  async #save(): Promise<void> {
    const sent = this.#state.booking
    if (!sent) return
    const { server, isSignedIn } = this.#options
    const edits = this.#edits
    const change = cartChangeOf(sent)
    try {
      const { sessionKey } = await (sent.sessionKey ? server.update(sent.sessionKey, change) : server.create(change))
      this.#amend(sent, (booking) => ({
        ...booking,
        ...{ sessionKey, isOwned: isSignedIn(), unsaved: edits !== this.#edits },
      }))
      if (this.#state.unreachable) this.#show({ unreachable: false })
    } catch (error) {
      if (server.refusalOf(error) === undefined) this.#show({ unreachable: true })
      if (!sent.sessionKey || !this.#isGone(error)) throw error
      this.#amend(sent, withoutCart)
      await this.#save()
    }
  }

  #saveUnsaved(): void {
    if (this.#state.booking?.unsaved) this.#saver.changed()
  }

  #edit(booking: Booking): void {
    this.#edits++
    this.#set(booking)
    this.#saver.changed()
  }

  /** Applies what the server said about a booking, if that is still the running one. */
  #amend(asked: Booking, amendment: (booking: Booking) => Booking): void {
    const { booking } = this.#state
    if (booking?.productId === asked.productId && booking.sessionKey === asked.sessionKey) this.#set(amendment(booking))
  }

  #set(booking: Booking | undefined): void {
    const before = this.#state.booking
    this.#show({ booking })
    const { frames, sessionId } = this.#options
    if (booking) frames.set(BOOKING_KEY, JSON.stringify({ ...frameOf(booking), session: sessionId() }))
    else frames.remove(BOOKING_KEY)
    if (booking?.symptoms !== before?.symptoms || booking?.summary !== before?.summary) this.#fillVault()
  }

  /** One write at a time, each with what is true when it begins: an older text never ends up over a newer one. */
  #fillVault(): void {
    if (this.#vaultWaits) return
    this.#vaultWaits = true
    const write = () => {
      this.#vaultWaits = false
      const { booking } = this.#state
      const { vault } = this.#options
      return booking ? vault.keep(JSON.stringify(answersOf(booking))) : vault.forget()
    }
    // A full or forbidden storage costs the copy on this device, nothing else: the server has the answers too.
    this.#vaulting = this.#vaulting.then(write).catch(() => undefined)
  }

  #show(change: Partial<BookingState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #isGone(error: unknown): boolean {
    const code = this.#options.server.refusalOf(error)
    return code === 'CART_EXPIRED' || code === 'CART_NOT_FOUND'
  }
}

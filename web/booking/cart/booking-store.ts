import type { Cart } from '@cuida/core/booking/cart/cart.ts'
import { type CartContent, changeSince } from '@cuida/core/booking/cart/merge.ts'
import { AnswersKeeper } from './answers-keeper.ts'
import {
  answersOf,
  type Booking,
  type BookingChange,
  begin,
  beginRepeat,
  cartChangeOf,
  type Frame,
  frameOf,
  type Kept,
  ofCart,
  parseAnswers,
  parseFrame,
  type Slot,
  type Wanted,
  withAnswersOf,
  withCart,
  withLockOf,
  withoutCart,
  withReply,
} from './booking.ts'
import { claimed, waitsForItsPatient } from './returning.ts'
import { Saver } from './saver.ts'
import type { BookingState, News, StoreOptions } from './store-options.ts'

/** A3.4: the session key of the cart is stored locally. */
export const BOOKING_KEY = 'cart'

/** The running booking of this device: shown at once, kept on the device, saved to the server's cart behind the scenes. */
export class BookingStore {
  readonly #options: StoreOptions
  readonly #saver: Saver
  readonly #listeners = new Set<() => void>()
  #state: BookingState = { booking: undefined, restored: true, unreachable: false }
  /** Counts what the patient changed, to tell what a reply already knows. */
  #edits = 0
  readonly #keeper: AnswersKeeper
  /** The cart as the server last told it, in this tab. */
  #known: CartContent | undefined
  #releasing: Promise<unknown> = Promise.resolve()

  constructor(options: StoreOptions) {
    this.#options = options
    this.#keeper = new AnswersKeeper(options.vault, () => {
      const { booking } = this.#state
      return booking && JSON.stringify(answersOf(booking))
    })
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
    await (frame.isClosing ? this.#takeBack(frame) : this.restore())
    this.#show({ restored: true })
  }

  /** This page goes away, perhaps only to be loaded again: its time is given back soon, unless somebody is back by then. */
  close(): void {
    const { booking } = this.#state
    if (!booking?.sessionKey || !booking.clinicianId || !booking.slot) return
    this.#set({ ...booking, isClosing: true })
    const { lockExpiresAt: until } = booking
    const closing = until ? { until } : {}
    void this.#options.server.unlock(booking.sessionKey, booking.clinicianId, closing).catch(() => undefined)
    this.#options.tell?.('closing')
  }

  /** The page did not go away after all, or came back: so does its time, unless somebody else has it by now. */
  reopen(): Promise<void> {
    return this.#takeBack(this.#state.booking)
  }

  async #takeBack(left: Frame | undefined): Promise<void> {
    const { booking } = this.#state
    if (booking) this.#set({ ...booking, isClosing: false })
    if (left?.sessionKey && left.clinicianId && left.slot) {
      const claim = { productId: left.productId, clinicianId: left.clinicianId, ...left.slot }
      // A refusal is told by what the cart says next: that it holds nothing, or that it is being paid.
      const held = await this.#options.server.lock(left.sessionKey, claim, true).catch(() => undefined)
      // Known before the cart is heard: who goes again meanwhile gives back this time, not the one of before.
      if (held && booking) this.#amend(booking, (now) => ({ ...now, lockExpiresAt: held.expiresAt }))
    }
    await this.restore()
  }

  /** Another tab has news of the booking that both show. */
  async hear(news: News): Promise<void> {
    const { booking } = this.#state
    if (!booking) return
    if (news === 'over') this.#show({ booking: undefined })
    else if (news === 'closing') await this.reopen()
    else await this.restore()
  }

  /** Nobody sees it until its patient is back; the server has the answers, and what it lacks stays encrypted here. */
  hide(): void {
    const frame = parseFrame(this.#options.frames.get(BOOKING_KEY))
    this.#saver.forget()
    this.#show({ booking: undefined })
    if (frame && !(frame.isOwned && frame.sessionKey)) this.clear()
    else if (!frame?.unsaved) this.#keeper.forget()
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
      this.#known = cart
      // Who typed meanwhile, or whose last words never arrived, is right about everything but the held time.
      const newer = asked.unsaved || edits !== this.#edits
      const learn = !newer ? withCart : this.#state.restored ? withLockOf : withAnswersOf
      // Another tab makes a booking of its own of that cart: this one gets another.
      if (cart.productId !== asked.productId) this.#amend(asked, withoutCart)
      else this.#amend(asked, (booking) => ({ ...learn(booking, cart), isOwned: this.#options.isSignedIn() }))
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

  /** What was running ends, and the time that it held is free again. */
  repeat(wanted: Wanted, kept: Kept): void {
    void this.release()
    this.#edit(beginRepeat(wanted, kept))
  }

  /** A cart that the server made takes the place of what was running; what that held is free again. */
  adopt({ sessionKey, ...cart }: Cart & { sessionKey: string }, productSlug: string): Booking {
    void this.release()
    const booking = { ...ofCart(cart, productSlug), sessionKey }
    this.#known = cart
    this.#set(booking)
    return booking
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
      this.#options.tell?.('changed')
    })
  }

  /** Gives the held time back. */
  release(): Promise<unknown> {
    const { booking } = this.#state
    if (booking?.sessionKey && booking.clinicianId && booking.slot) {
      this.#set({ ...booking, slot: undefined, lockExpiresAt: undefined })
      // A failure is harmless: the lock ends by itself within minutes.
      this.#releasing = this.#options.server
        .unlock(booking.sessionKey, booking.clinicianId)
        .then(() => this.#options.tell?.('changed'))
        .catch(() => undefined)
    }
    return this.#releasing
  }

  /** Nothing remains on this device: after an order, and when somebody chose to sign out. */
  clear(): void {
    this.#saver.forget()
    this.#set(undefined)
    this.#keeper.write()
    this.#options.tell?.('over')
  }

  async #save(): Promise<void> {
    const sent = this.#state.booking
    if (!sent) return
    const { server, isSignedIn } = this.#options
    const edits = this.#edits
    const change = changeSince(sent.sessionKey ? this.#known : undefined, cartChangeOf(sent))
    try {
      const cart = await (sent.sessionKey ? server.update(sent.sessionKey, change) : server.create(change))
      this.#known = cart
      this.#amend(sent, (booking) => ({
        ...withReply(sent, booking, cart),
        sessionKey: cart.sessionKey,
        isOwned: isSignedIn(),
        unsaved: edits !== this.#edits,
      }))
      this.#options.tell?.('changed')
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
    if (booking?.symptoms !== before?.symptoms || booking?.summary !== before?.summary) this.#keeper.write()
  }

  #show(change: Partial<BookingState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #isGone(error: unknown): boolean {
    return ['CART_EXPIRED', 'CART_NOT_FOUND'].includes(this.#options.server.refusalOf(error) ?? '')
  }
}

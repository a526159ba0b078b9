import { type Cart, type CartChange, ContactMethod, Schedule, Symptom } from '@cuida/core/booking/cart/cart.ts'
import { isSamePerson, mergeReply } from '@cuida/core/booking/cart/merge.ts'
import { Id, Moment, SessionKey } from '@cuida/core/kit/shapes.ts'
import * as v from 'valibot'

/** As soon as somebody is free, or at a time of the patient's choice. */
export const Mode = v.picklist(['now', 'later'])
export type Mode = v.InferOutput<typeof Mode>

/** The answers are health data: they are kept apart, encrypted (answers-vault.ts). */
const Answers = v.object({ symptoms: v.array(Symptom), summary: v.string() })
export type Answers = v.InferOutput<typeof Answers>

const Frame = v.object({
  /** Absent until the server has the cart. */
  sessionKey: v.optional(SessionKey),
  productId: v.string(),
  productSlug: v.string(),
  mode: Mode,
  contactMethod: v.optional(ContactMethod),
  patientId: v.optional(Id),
  clinicianId: v.optional(Id),
  /** The time that is held for this booking, and until when (the server's clock). */
  slot: v.optional(Schedule),
  lockExpiresAt: v.optional(Moment),
  ageConfirmed: v.boolean(),
  /**
   * Only of a booking that repeats a past consultation: keys of the questions whose answers were kept from it and that the
   * patient has not confirmed yet.
   */
  toConfirm: v.optional(v.array(v.string())),
  /** The cart belongs to somebody's account: without their session it is nobody's business on this device. */
  isOwned: v.optional(v.boolean(), false),
  /** The session that it was last written in; an owned booking is shown to that one only. */
  session: v.optional(v.string()),
  /** The page went away with a time held: whoever comes back takes it again. */
  isClosing: v.optional(v.boolean()),
  /** Something changed that the server has not got yet. */
  unsaved: v.boolean(),
})
export type Frame = v.InferOutput<typeof Frame>

/** A time that a clinician offers, or that is held. */
export type Slot = v.InferOutput<typeof Schedule>

/** The running booking, from "I want this" to the order. */
export type Booking = Frame & Answers
export type BookingChange = Partial<
  Omit<Booking, 'sessionKey' | 'isOwned' | 'isClosing' | 'session' | 'unsaved' | 'productId' | 'productSlug'>
>

/** What the device may remember in plain text. */
export const frameOf = ({ symptoms, summary, ...frame }: Booking): Frame => frame
export const answersOf = ({ symptoms, summary }: Booking): Answers => ({ symptoms, summary })

/** Undefined for anything that is not a booking of ours: an older version, a damaged or a forged entry. */
export const parseFrame = (text: string | null): Frame | undefined => parse(Frame, text)
export const parseAnswers = (text: string | null): Answers | undefined => parse(Answers, text)

function parse<S extends v.GenericSchema>(schema: S, text: string | null): v.InferOutput<S> | undefined {
  if (!text) return undefined
  try {
    const result = v.safeParse(schema, JSON.parse(text))
    return result.success ? result.output : undefined
  } catch {
    return undefined
  }
}

export interface Wanted {
  productId: string
  productSlug: string
  mode: Mode
  clinicianId?: string
}

/** Pressing "Now" or "Choose a time": the same product keeps its answers, another one asks anew, in the same cart. */
export function begin(running: Booking | undefined, wanted: Wanted): Booking {
  if (running?.productId === wanted.productId) {
    // Care as soon as possible gives a held time back: the server reads it from the cart, which then names nobody.
    const held = wanted.mode === 'now' ? { slot: undefined, lockExpiresAt: undefined } : {}
    return { ...running, ...wanted, ...held, unsaved: true }
  }
  const { sessionKey, patientId, isOwned = false } = running ?? {}
  return { ...wanted, sessionKey, patientId, isOwned, symptoms: [], summary: '', ageConfirmed: false, unsaved: true }
}

/** What a new booking keeps of a past consultation. */
export type Kept = Pick<Booking, 'patientId' | 'contactMethod' | 'symptoms'> & { toConfirm: string[] }

/** Pressing "Repeat". The cart is a new one: the server would merge into a running one, and bring back answers that are asked again. */
export const beginRepeat = (wanted: Wanted, kept: Kept): Booking => ({
  ...begin(undefined, wanted),
  ...kept,
})

/** The booking for one of the family: answers that were given for another are asked again. */
export const chosenFor = (
  { patientId: before }: Pick<Booking, 'patientId'>,
  patientId: string,
  holderId: string | undefined,
): BookingChange => ({
  patientId,
  ...(isSamePerson(before, patientId, holderId) ? {} : { symptoms: [], summary: '', ageConfirmed: false }),
})

/** What the server's cart should say. Times are missing: only a lock changes them. */
export const cartChangeOf = (booking: Booking): CartChange => ({
  productId: booking.productId,
  patientId: booking.patientId,
  answersFor: booking.patientId ?? null,
  symptoms: booking.symptoms,
  summary: booking.summary,
  contactMethod: booking.contactMethod,
  // An on-demand consultation goes to whoever is free, though the patient may have looked at a calendar before.
  clinicianId: booking.mode === 'now' ? null : (booking.clinicianId ?? null),
  ageConfirmed: booking.ageConfirmed,
})

/** The server's word on the held time, which may have ended while nobody looked. */
export const withLockOf = (booking: Booking, { schedule, lockExpiresAt }: Cart): Booking => ({
  ...booking,
  slot: schedule ?? undefined,
  lockExpiresAt: lockExpiresAt ?? undefined,
})

/** As above, and the answers, for a device that has lost them. */
export const withAnswersOf = (booking: Booking, cart: Cart): Booking => ({
  ...withLockOf(booking, cart),
  symptoms: cart.symptoms,
  summary: cart.summary ?? '',
})

/** All of the booking as the server remembers it: this device has nothing newer. */
export const withCart = (booking: Booking, cart: Cart): Booking => ({
  ...withAnswersOf(booking, cart),
  contactMethod: cart.contactMethod ?? booking.contactMethod,
  patientId: cart.patientId ?? undefined,
  clinicianId: cart.clinicianId ?? booking.clinicianId,
  ageConfirmed: cart.ageConfirmed,
})

/** The booking that a cart of the server holds, which this device knows nothing of. */
export const ofCart = (cart: Cart, productSlug: string): Booking => ({
  ...withCart({ ...begin(undefined, { productId: cart.productId, productSlug, mode: 'later' }), isOwned: true }, cart),
  unsaved: false,
})

/** The booking of now, after the server's answer to what was sent: what other tabs wrote is in it. */
export function withReply(sent: Booking, now: Booking, cart: Cart): Booking {
  const shared = ({ symptoms, summary, contactMethod, patientId, ageConfirmed }: Booking) => ({
    symptoms,
    summary,
    contactMethod,
    patientId,
    ageConfirmed,
  })
  const told = shared(withCart(sent, cart))
  // The server did not take the answers: another tab chose another person, and this one's are of somebody else.
  const isDropped = sent.symptoms.some(
    ({ questionId }) => !told.symptoms.some((each) => each.questionId === questionId),
  )
  if (isDropped && told.patientId !== sent.patientId && now.patientId === sent.patientId) return { ...now, ...told }
  return { ...now, ...mergeReply(shared(sent), shared(now), told) }
}

/** The cart is gone from the server, and the held time with it. The answers stay, and a new cart will get them. */
export const withoutCart = (booking: Booking): Booking => ({
  ...booking,
  sessionKey: undefined,
  isOwned: false,
  slot: undefined,
  lockExpiresAt: undefined,
  unsaved: true,
})

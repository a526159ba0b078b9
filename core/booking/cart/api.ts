import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment, SessionKey, Slug, Text } from '../../kit/shapes.ts'
import { Cart, CartChange } from './cart.ts'

const CartPath = v.object({ sessionKey: SessionKey })
const SavedCart = v.object({ sessionKey: SessionKey, ...Cart.entries })
const CART_REFUSALS = { CART_NOT_FOUND: 404, CART_EXPIRED: 409, PRODUCT_NOT_FOUND: 404 } as const
/** CARD_NUMBER_REFUSED: a text field contains a card number, which must never be stored (product 6.5). */
const CHANGE_REFUSALS = { PATIENT_NOT_FOUND: 404, CARD_NUMBER_REFUSED: 400 } as const

export const createCart = call({
  method: 'POST',
  path: '/cart',
  repeat: 'safe',
  access: 'guest',
  body: CartChange,
  reply: SavedCart,
  status: 201,
  refusals: { PRODUCT_NOT_FOUND: 404, RATE_LIMITED: 429, ...CHANGE_REFUSALS },
})

/** Merges: an absent field stays unchanged. The first signed-in request binds the cart to its patient. */
export const updateCart = call({
  method: 'PUT',
  path: '/cart/:sessionKey',
  access: 'guest',
  params: CartPath,
  body: CartChange,
  reply: SavedCart,
  refusals: { ...CHANGE_REFUSALS, ...CART_REFUSALS },
})

export const getCart = call({
  method: 'GET',
  path: '/cart/:sessionKey',
  access: 'guest',
  priority: 'high',
  params: CartPath,
  reply: SavedCart,
  refusals: CART_REFUSALS,
})

export const listSlots = call({
  method: 'GET',
  path: '/schedule/clinician/:id/slots',
  access: 'guest',
  sessionKey: true,
  params: v.object({ id: Id }),
  query: v.object({ productId: Text(1, 40), from: Day, to: Day }),
  reply: v.object({
    timeZone: v.string(),
    nextFree: v.nullable(Moment),
    days: v.array(
      v.object({
        date: Day,
        slots: v.array(v.object({ startTime: Moment, endTime: Moment, lockedByYou: v.boolean() })),
      }),
    ),
  }),
  refusals: { CLINICIAN_NOT_FOUND: 404, PRODUCT_NOT_FOUND: 404 },
})

/** The slots of all clinicians of a product, in the clinic's time zone, for at most a week. */
export const listProductSlots = call({
  method: 'GET',
  path: '/products/:slug/slots',
  access: 'guest',
  sessionKey: true,
  params: v.object({ slug: Slug }),
  query: v.object({ from: Day, to: Day }),
  reply: v.object({
    timeZone: v.string(),
    nextFree: v.nullable(Moment),
    days: v.array(
      v.object({
        date: Day,
        /** A slot that several clinicians share is listed once, with `clinicianId`. */
        slots: v.array(v.object({ startTime: Moment, endTime: Moment, lockedByYou: v.boolean(), clinicianId: Id })),
      }),
    ),
  }),
  refusals: { PRODUCT_NOT_FOUND: 404 },
})

/**
 * CONSULTATION_OVERLAPS: the patient has a scheduled consultation at that time, paid or being paid. The error carries
 * it as `existing`; `consultationId` is null until its payment has started.
 */
export const OVERLAP_REFUSALS = { CONSULTATION_OVERLAPS: 409 } as const
export const ExistingConsultation = v.object({ consultationId: v.nullable(Id), startTime: Moment })
export type ExistingConsultation = v.InferOutput<typeof ExistingConsultation>

/**
 * Locks a slot. The same cart and slot again returns the same lock, renewed when it is about to expire. It also sets
 * the clinician of the cart.
 */
export const lockSlot = call({
  method: 'POST',
  path: '/schedule/clinician/:id/lock',
  repeat: 'safe',
  access: 'guest',
  params: v.object({ id: Id }),
  body: v.object({ productId: Text(1, 40), startTime: Moment, endTime: Moment, sessionKey: SessionKey }),
  reply: v.object({ startTime: Moment, endTime: Moment, lockedAt: Moment, expiresAt: Moment }),
  refusals: {
    SLOT_TAKEN: 409,
    SLOT_NOT_OFFERED: 409,
    TOO_MANY_LOCKS: 409,
    ...OVERLAP_REFUSALS,
    CLINICIAN_NOT_FOUND: 404,
    CARD_NUMBER_REFUSED: 400,
    ...CART_REFUSALS,
  },
})

export const unlockSlot = call({
  method: 'POST',
  path: '/schedule/clinician/:id/unlock',
  repeat: 'safe',
  access: 'guest',
  params: v.object({ id: Id }),
  body: v.object({ sessionKey: SessionKey }),
  refusals: { SLOT_LOCK_NOT_FOUND: 404, CARD_NUMBER_REFUSED: 400 },
})

import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment, SessionKey, Slug, Text } from '../../kit/shapes.ts'
import { Cart, CartChange } from './cart.ts'

const CartPath = v.object({ sessionKey: SessionKey })
const SavedCart = v.object({ sessionKey: SessionKey, ...Cart.entries })
const CART_REFUSALS = { CART_NOT_FOUND: 404, CART_EXPIRED: 409, PRODUCT_NOT_FOUND: 404 } as const
/** A card number has no business in any field of ours (product 6.5). */
const CHANGE_REFUSALS = { PATIENT_NOT_FOUND: 404, CARD_NUMBER_REFUSED: 400 } as const

export const createCart = call({
  method: 'POST',
  path: '/cart',
  access: 'guest',
  body: CartChange,
  reply: SavedCart,
  status: 201,
  refusals: { PRODUCT_NOT_FOUND: 404, RATE_LIMITED: 429, ...CHANGE_REFUSALS },
})

/** Merges: a field that is left out stays as it was. The first signed-in use binds the cart to its patient. */
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

/** The times of everybody who gives a product, on the clinic's clock: a week at most. */
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
        /** `clinicianId`: with whom. A time that several have comes once. */
        slots: v.array(v.object({ startTime: Moment, endTime: Moment, lockedByYou: v.boolean(), clinicianId: Id })),
      }),
    ),
  }),
  refusals: { PRODUCT_NOT_FOUND: 404 },
})

/**
 * CONSULTATION_OVERLAPS: the patient has a scheduled consultation in the same minutes, paid or about to be. The problem
 * carries it as `existing`; `consultationId` is null in the moments before its payment has begun.
 */
export const OVERLAP_REFUSALS = { CONSULTATION_OVERLAPS: 409 } as const
export const ExistingConsultation = v.object({ consultationId: v.nullable(Id), startTime: Moment })
export type ExistingConsultation = v.InferOutput<typeof ExistingConsultation>

/** The same cart and time again is the same lock, renewed when it is about to expire. It names the clinician of the cart. */
export const lockSlot = call({
  method: 'POST',
  path: '/schedule/clinician/:id/lock',
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
  access: 'guest',
  params: v.object({ id: Id }),
  body: v.object({ sessionKey: SessionKey }),
  refusals: { SLOT_LOCK_NOT_FOUND: 404, CARD_NUMBER_REFUSED: 400 },
})

import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment, SessionKey, Text } from '../../kit/shapes.ts'
import { Cart } from '../cart/cart.ts'

/**
 * An account's entry for a slot sooner than the next free one: waiting, with an offered slot, or after a missed
 * offer.
 */
export const WaitlistEntry = v.object({
  id: Id,
  product: v.object({ id: v.string(), slug: v.string(), name: v.string() }),
  /** null: any clinician. */
  clinicianId: v.nullable(Id),
  /** Only slots before this moment are offered. */
  until: Moment,
  state: v.picklist(['waiting', 'offered', 'missed']),
  /** The slot, held until `expiresAt`; `expiresAt` is null while it is being paid. */
  offer: v.nullable(
    v.object({
      startTime: Moment,
      endTime: Moment,
      expiresAt: v.nullable(Moment),
      clinician: v.object({ id: Id, name: v.string(), timeZone: v.string() }),
    }),
  ),
})
export type WaitlistEntry = v.InferOutput<typeof WaitlistEntry>

/** One active entry for each account and product: another request changes the entry and keeps its position. */
export const joinWaitlist = call({
  method: 'POST',
  path: '/waitlist',
  repeat: 'replay',
  access: 'access',
  body: v.object({ productId: Text(1, 40), clinicianId: v.nullish(Id), patientId: v.nullish(Id) }),
  reply: WaitlistEntry,
  status: 201,
  refusals: { PRODUCT_NOT_FOUND: 404, CLINICIAN_NOT_FOUND: 404, PATIENT_NOT_FOUND: 404 },
})

export const listWaitlist = call({
  method: 'GET',
  path: '/waitlist',
  list: { boundedBy: 'the waitlist entries of one account' },
  access: 'access',
  polled: true,
  reply: v.object({ items: v.array(WaitlistEntry) }),
})

/** Ends the entry; an offered slot goes to the next patient. */
export const leaveWaitlist = call({
  method: 'DELETE',
  path: '/waitlist/:id',
  access: 'access',
  params: v.object({ id: Id }),
  refusals: { WAITLIST_ENTRY_NOT_FOUND: 404 },
})

/** Returns the cart that holds the offered slot, with the earlier answers; idempotent. */
export const takeOffer = call({
  method: 'POST',
  path: '/waitlist/:id/take',
  repeat: 'replay',
  access: 'access',
  params: v.object({ id: Id }),
  reply: v.object({ sessionKey: SessionKey, productSlug: v.string(), ...Cart.entries }),
  refusals: { WAITLIST_ENTRY_NOT_FOUND: 404, OFFER_EXPIRED: 409 },
})

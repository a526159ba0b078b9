import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment, SessionKey, Text } from '../../kit/shapes.ts'
import { Cart } from '../cart/cart.ts'

/** Somebody waits for a time that is sooner than the next free one; or has one on offer, or missed it. */
export const WaitlistEntry = v.object({
  id: Id,
  product: v.object({ id: v.string(), slug: v.string(), name: v.string() }),
  /** null: whoever is free. */
  clinicianId: v.nullable(Id),
  /** Only a time before this one is sooner. */
  until: Moment,
  state: v.picklist(['waiting', 'offered', 'missed']),
  /** Held for them until `expiresAt`; null once it is being paid, where nothing runs out. */
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

/** One live entry an account and product: asking again asks for what is wanted now, at the same place of the line. */
export const joinWaitlist = call({
  method: 'POST',
  path: '/waitlist',
  access: 'access',
  body: v.object({ productId: Text(1, 40), clinicianId: v.nullish(Id), patientId: v.nullish(Id) }),
  reply: WaitlistEntry,
  status: 201,
  refusals: { PRODUCT_NOT_FOUND: 404, CLINICIAN_NOT_FOUND: 404, PATIENT_NOT_FOUND: 404 },
})

export const listWaitlist = call({
  method: 'GET',
  path: '/waitlist',
  access: 'access',
  polled: true,
  reply: v.object({ items: v.array(WaitlistEntry) }),
})

/** No longer wanted; a time that was on offer goes to the next in line. */
export const leaveWaitlist = call({
  method: 'DELETE',
  path: '/waitlist/:id',
  access: 'access',
  params: v.object({ id: Id }),
  refusals: { WAITLIST_ENTRY_NOT_FOUND: 404 },
})

/** The cart that holds the offered time, with the answers that were given before; the same however often it is asked for. */
export const takeOffer = call({
  method: 'POST',
  path: '/waitlist/:id/take',
  access: 'access',
  params: v.object({ id: Id }),
  reply: v.object({ sessionKey: SessionKey, productSlug: v.string(), ...Cart.entries }),
  refusals: { WAITLIST_ENTRY_NOT_FOUND: 404, OFFER_EXPIRED: 409 },
})

import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment, PastedText, Text } from '../../kit/shapes.ts'

// A slot that the desk holds for a patient who asked by phone or in person.

/**
 * A clinician's products, and the free slots of one day for one of them: for the first, unless `productId` is given.
 */
export const listDeskTimes = call({
  method: 'GET',
  path: '/desk/agenda/:id/times',
  access: 'staff',
  params: v.object({ id: Id }),
  query: v.object({ day: Day, productId: v.optional(Text(1, 40)) }),
  reply: v.object({
    timeZone: v.string(),
    products: v.array(v.object({ id: v.string(), name: v.string() })),
    /** null: the clinician offers no product with appointments. */
    productId: v.nullable(v.string()),
    slots: v.array(v.object({ startTime: Moment, endTime: Moment })),
  }),
  refusals: { CLINICIAN_NOT_FOUND: 404 },
})

/**
 * Holds a free slot for the patient with this phone number. The patient is notified and books it in the app, because
 * answers, consent and payment must be their own. A clinician may hold their own slots, a manager any.
 */
export const keepTime = call({
  method: 'POST',
  path: '/desk/agenda/:id/offers',
  repeat: 'replay',
  access: 'staff',
  params: v.object({ id: Id }),
  /** The phone number as typed, with or without a country code. */
  body: v.object({ phone: PastedText(3, 40), productId: Text(1, 40), startTime: Moment, endTime: Moment }),
  reply: v.object({ keptUntil: Moment }),
  status: 201,
  refusals: {
    CLINICIAN_NOT_FOUND: 404,
    PRODUCT_NOT_FOUND: 404,
    /** No patient with a sign-in has this number. */
    NUMBER_NOT_FOUND: 404,
    SLOT_TAKEN: 409,
    SLOT_NOT_OFFERED: 409,
    /** The patient already has an open offer of this kind. */
    OFFER_OPEN: 409,
    RATE_LIMITED: 429,
  },
})

import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment, PastedText, Text } from '../../kit/shapes.ts'

// A time that the desk keeps for somebody who asked for it, by phone or in person.

/** What a clinician gives, and their free times of one day for one of it: the first, unless it is named. */
export const listDeskTimes = call({
  method: 'GET',
  path: '/desk/agenda/:id/times',
  access: 'staff',
  params: v.object({ id: Id }),
  query: v.object({ day: Day, productId: v.optional(Text(1, 40)) }),
  reply: v.object({
    timeZone: v.string(),
    products: v.array(v.object({ id: v.string(), name: v.string() })),
    /** null: they give nothing that is booked ahead. */
    productId: v.nullable(v.string()),
    slots: v.array(v.object({ startTime: Moment, endTime: Moment })),
  }),
  refusals: { CLINICIAN_NOT_FOUND: 404 },
})

/**
 * Keeps a free time for the patient with this number, who is written to and books it in the app: their answers, their
 * consent and their money stay theirs to give. A clinician keeps of their own, a manager of everybody's.
 */
export const keepTime = call({
  method: 'POST',
  path: '/desk/agenda/:id/offers',
  access: 'staff',
  params: v.object({ id: Id }),
  /** The phone as somebody says it, with or without its country. */
  body: v.object({ phone: PastedText(3, 40), productId: Text(1, 40), startTime: Moment, endTime: Moment }),
  reply: v.object({ keptUntil: Moment }),
  status: 201,
  refusals: {
    CLINICIAN_NOT_FOUND: 404,
    PRODUCT_NOT_FOUND: 404,
    /** No patient who can sign in has this number. */
    NUMBER_NOT_FOUND: 404,
    SLOT_TAKEN: 409,
    SLOT_NOT_OFFERED: 409,
    /** They have a time of this kind on offer already. */
    OFFER_OPEN: 409,
    RATE_LIMITED: 429,
  },
})

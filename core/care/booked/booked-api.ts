import * as v from 'valibot'
import { OVERLAP_REFUSALS } from '../../booking/cart/api.ts'
import { call } from '../../kit/call.ts'
import { Id, Moment, Text } from '../../kit/shapes.ts'

/**
 * Gives a booking back for all its money, while that is possible (product 6.7). Asked again, it answers the same:
 * what was cancelled meanwhile, by whomever, stays cancelled.
 */
export const cancelOrder = call({
  method: 'PATCH',
  path: '/order/:id/cancel',
  access: 'access',
  params: v.object({ id: Id }),
  body: v.object({
    reason: Text(1, 200),
    /** Inside the notice the patient accepts that nothing is refunded, where the partner allows that (`care.lateCancellation`). */
    withoutRefund: v.optional(v.boolean()),
  }),
  /** What goes back, in minor units. */
  reply: v.object({ id: Id, refundAmount: v.number() }),
  refusals: {
    ORDER_NOT_FOUND: 404,
    TOO_LATE_TO_CANCEL: 409,
    NOT_CANCELLABLE: 409,
    /** The provider has not answered yet: in a moment it is clear. */
    PAYMENT_ONGOING: 409,
    CARD_NUMBER_REFUSED: 400,
  },
})

/** Another time for a booked consultation, and another clinician if named: the old time stands until the new one is won. */
export const rescheduleConsultation = call({
  method: 'PATCH',
  path: '/consultations/:id/schedule',
  access: 'access',
  params: v.object({ id: Id }),
  body: v.object({
    clinicianId: v.optional(Id),
    startTime: Moment,
    endTime: Moment,
    /** The start for which others were offered: refused when the clinic has decided of it meanwhile (CHANGED_MEANWHILE). */
    offeredFor: v.optional(Moment),
  }),
  reply: v.object({ id: Id, clinicianId: Id, startTime: Moment, endTime: Moment }),
  refusals: {
    CONSULTATION_NOT_FOUND: 404,
    CLINICIAN_NOT_FOUND: 404,
    PRODUCT_NOT_FOUND: 404,
    TOO_LATE_TO_CANCEL: 409,
    NOT_RESCHEDULABLE: 409,
    CHANGED_MEANWHILE: 409,
    SLOT_TAKEN: 409,
    SLOT_NOT_OFFERED: 409,
    ...OVERLAP_REFUSALS,
  },
})

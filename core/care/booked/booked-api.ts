import * as v from 'valibot'
import { OVERLAP_REFUSALS } from '../../booking/cart/api.ts'
import { Summary } from '../../booking/cart/cart.ts'
import { call } from '../../kit/call.ts'
import { Id, Moment, Text } from '../../kit/shapes.ts'

/**
 * Cancels a booking with a full refund while the rules allow it (product 6.7). Idempotent: a consultation that is
 * already cancelled, by the patient or by staff, gives the same reply.
 */
export const cancelOrder = call({
  method: 'PATCH',
  path: '/order/:id/cancel',
  access: 'access',
  params: v.object({ id: Id }),
  body: v.object({
    reason: Text(1, 200),
    /**
     * Within the notice period: the patient accepts that nothing is refunded, where the partner allows that
     * (`care.lateCancellation`).
     */
    withoutRefund: v.optional(v.boolean()),
  }),
  /** `refundAmount` is in minor units. */
  reply: v.object({ id: Id, refundAmount: v.number() }),
  refusals: {
    ORDER_NOT_FOUND: 404,
    TOO_LATE_TO_CANCEL: 409,
    NOT_CANCELLABLE: 409,
    /** The payment provider has not answered yet; the client repeats the request a moment later. */
    PAYMENT_ONGOING: 409,
    CARD_NUMBER_REFUSED: 400,
  },
})

/**
 * Moves a booked consultation to another slot, and to another clinician if named. The old slot stays booked until the
 * new one is reserved.
 */
export const rescheduleConsultation = call({
  method: 'PATCH',
  path: '/consultations/:id/schedule',
  access: 'access',
  params: v.object({ id: Id }),
  body: v.object({
    clinicianId: v.optional(Id),
    startTime: Moment,
    endTime: Moment,
    /**
     * The start for which the clinic offered other times. Refused with CHANGED_MEANWHILE when the clinic has resolved
     * the appointment in another way.
     */
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

/** The patient's own words about the reason, until a clinician takes the consultation (`mayWriteSummary`). */
export const saveSummary = call({
  method: 'PUT',
  path: '/consultations/:id/summary',
  access: 'access',
  params: v.object({ id: Id }),
  body: v.object({ summary: Summary }),
  refusals: { CONSULTATION_NOT_FOUND: 404, TOO_LATE_TO_CHANGE: 409, CARD_NUMBER_REFUSED: 400 },
})

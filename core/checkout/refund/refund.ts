import * as v from 'valibot'

/**
 * `pending`: being processed. `done`: the provider paid it back. `refused`: the provider rejects it, and a person
 * acts.
 */
export const RefundState = v.picklist(['pending', 'done', 'refused'])
export type RefundState = v.InferOutput<typeof RefundState>

/**
 * Reason of a refund. `DESK`: approved by two managers, possibly partial; all others are automatic, once for each
 * attempt.
 */
export const RefundReason = v.picklist([
  'PAID_TOO_LATE',
  'PATIENT_CANCELLED',
  'CLINICIAN_CANCELLED',
  'CLINICIAN_ABSENT',
  'MISSED_CALLS',
  'CARE_NOT_GIVEN',
  'DESK',
])
export type RefundReason = v.InferOutput<typeof RefundReason>

/** Who ended a paid or pending booking; `absence`: no clinician came. */
export const CancelledBy = v.picklist(['patient', 'clinician', 'missed-calls', 'absence'])
export type CancelledBy = v.InferOutput<typeof CancelledBy>

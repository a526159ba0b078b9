import * as v from 'valibot'

/** `pending`: on its way, we see to it. `done`: the provider gave it back. `refused`: it will not, and a person looks. */
export const RefundState = v.picklist(['pending', 'done', 'refused'])
export type RefundState = v.InferOutput<typeof RefundState>

/** Why money goes back. `DESK`: two managers decided it, in parts if they like; all else without asking, once an attempt. */
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

/** Who ended a booking that was paid for, or was about to be; `absence`: nobody of the clinic came to it. */
export const CancelledBy = v.picklist(['patient', 'clinician', 'missed-calls', 'absence'])
export type CancelledBy = v.InferOutput<typeof CancelledBy>

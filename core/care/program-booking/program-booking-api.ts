import * as v from 'valibot'
import { Summary, Symptom } from '../../booking/cart/cart.ts'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment, Phone, Text } from '../../kit/shapes.ts'

/** A partner's program with an API key books for patients of the clinic (docs/decisions/0202). */
const program = { access: 'machine', scope: 'appointments:write' } as const

/**
 * The patients with this date of birth in the account of a phone number: the holder and dependants. Both must be known
 * to the program; the reply has no contact data.
 */
export const findProgramPatients = call({
  method: 'POST',
  path: '/program/patients/search',
  repeat: 'safe',
  ...program,
  body: v.object({ phone: Phone, dateOfBirth: Day }),
  reply: v.object({ items: v.array(v.object({ id: Id, firstName: v.string() })) }),
  refusals: { RATE_LIMITED: 429 },
})

/**
 * `processing`: becomes `booked` or `failed` within seconds. `waiting-for-patient`: the time is held, and the patient
 * completes the booking. `lapsed`: they did not in time, and the time is free again.
 */
export const ProgramBookingState = v.picklist([
  'processing',
  'booked',
  'waiting-for-patient',
  'lapsed',
  'failed',
  'cancelled',
])
export type ProgramBookingState = v.InferOutput<typeof ProgramBookingState>

/** What only the patient can do before a time is theirs. */
export const PatientNeed = v.picklist(['payment', 'answers', 'agreement'])
export type PatientNeed = v.InferOutput<typeof PatientNeed>

export const ProgramBooking = v.object({
  id: Id,
  /** The program's own number of the booking. */
  reference: v.string(),
  state: ProgramBookingState,
  startTime: Moment,
  /** While it waits for the patient. */
  needs: v.array(PatientNeed),
  keptUntil: v.nullable(Moment),
  /** Where the patient, who is asked to sign in, completes it. They have also been sent this address. */
  patientUrl: v.nullable(v.string()),
  /** Once it is booked; also the id of the FHIR Appointment. */
  appointmentId: v.nullable(Id),
})
export type ProgramBooking = v.InferOutput<typeof ProgramBooking>

/**
 * Books a free time for a patient. When somebody else pays and nothing is missing, it is booked; otherwise the time is
 * held, and the patient is asked to complete the booking. The same `reference` again returns the same booking, so a
 * request without an answer can be repeated.
 */
export const bookForPatient = call({
  method: 'POST',
  path: '/program/bookings',
  repeat: 'safe',
  ...program,
  body: v.object({
    reference: Text(1, 80),
    patientId: Id,
    productId: Text(1, 40),
    clinicianId: Id,
    startTime: Moment,
    endTime: Moment,
    /** Why the patient comes, and their answers to the questions of the product, for the clinician. */
    summary: v.optional(Summary),
    symptoms: v.optional(v.array(Symptom)),
  }),
  reply: ProgramBooking,
  status: 202,
  refusals: {
    PATIENT_NOT_FOUND: 404,
    PRODUCT_NOT_FOUND: 404,
    CLINICIAN_NOT_FOUND: 404,
    SLOT_NOT_OFFERED: 409,
    SLOT_TAKEN: 409,
    /** The patient has another appointment at that time. */
    CONSULTATION_OVERLAPS: 409,
    AGE_NOT_SERVED: 409,
    NO_ACTIVE_SUBSCRIPTION: 409,
    /** The account holds another time of this product, or as many as it may. */
    OFFER_OPEN: 409,
    /** A price or a rule changed while it was booked; the request can be repeated. */
    CHANGED_MEANWHILE: 409,
    CARD_NUMBER_REFUSED: 400,
    /** The reference was used for another time or patient. */
    IDEMPOTENCY_MISMATCH: 422,
  },
})

const params = v.object({ id: Id })

/** A booking of this program. */
export const getProgramBooking = call({
  method: 'GET',
  path: '/program/bookings/:id',
  ...program,
  params,
  reply: ProgramBooking,
  refusals: { BOOKING_NOT_FOUND: 404 },
})

/**
 * Cancels a booking of this program, or releases the time that it holds, by the rules for patients. Idempotent. What
 * the patient has paid is refunded.
 */
export const cancelProgramBooking = call({
  method: 'DELETE',
  path: '/program/bookings/:id',
  ...program,
  params,
  refusals: {
    BOOKING_NOT_FOUND: 404,
    TOO_LATE_TO_CANCEL: 409,
    NOT_CANCELLABLE: 409,
    /** The payment provider has not answered yet; repeat the request a moment later. */
    PAYMENT_ONGOING: 409,
  },
})

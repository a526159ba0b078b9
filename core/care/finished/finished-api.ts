import * as v from 'valibot'
import { ContactMethod } from '../../booking/cart/cart.ts'
import { CallFailure, CloseOutcome } from '../../consultation/status/closing.ts'
import { ConsultationStatus } from '../../consultation/status/status.ts'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment, PastedText } from '../../kit/shapes.ts'

const Patient = v.object({ id: Id, firstName: v.string(), lastName: v.string(), age: v.number() })

/**
 * A finished consultation that a clinician attended, as managers see it: patient, clinician, time and outcome, never
 * the reason for the visit.
 */
const FinishedConsultation = v.object({
  id: Id,
  status: ConsultationStatus,
  closedFor: v.nullable(CloseOutcome),
  failedFor: v.nullable(CallFailure),
  contactMethod: ContactMethod,
  productName: v.string(),
  patient: Patient,
  /** The clinician who attended it. */
  professional: v.string(),
  endedAt: Moment,
  /** Whether the caller may open it: their own only, as `getDeskConsultation` decides. */
  mayOpen: v.boolean(),
})
export type FinishedConsultation = v.InferOutput<typeof FinishedConsultation>

/**
 * Consultations that ended on a day of the clinic's calendar, the latest first: the caller's own, or all for clinical
 * managers.
 */
export const listFinishedConsultations = call({
  method: 'GET',
  path: '/desk/finished-consultations',
  list: { boundedBy: 'the consultations of one day' },
  access: 'staff',
  query: v.object({ day: v.optional(Day), whose: v.optional(v.picklist(['mine', 'everyone']), 'mine') }),
  reply: v.object({
    day: Day,
    items: v.array(FinishedConsultation),
    /** The day has more consultations than one reply holds. */
    more: v.boolean(),
  }),
  refusals: { NOT_ALLOWED: 403 },
})

const OwnPatient = v.object({
  ...Patient.entries,
  dateOfBirth: Day,
  /** The latest consultation with the caller. */
  lastConsultation: v.object({ id: Id, at: Moment, productName: v.string() }),
})
export type OwnPatient = v.InferOutput<typeof OwnPatient>

/**
 * Searches patients whom the caller attended, by prefixes of any words of their name. POST, because a URL with a
 * patient's name would end up in logs.
 */
export const searchOwnPatients = call({
  method: 'POST',
  path: '/desk/own-patients/search',
  repeat: 'safe',
  access: 'staff',
  role: 'clinician',
  body: v.object({ name: PastedText(2, 100) }),
  reply: v.object({ items: v.array(OwnPatient), more: v.boolean() }),
  refusals: { NOT_ALLOWED: 403, RATE_LIMITED: 429 },
})

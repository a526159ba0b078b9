import * as v from 'valibot'
import { ContactMethod } from '../../booking/cart/cart.ts'
import { CallFailure, CloseOutcome } from '../../consultation/status/closing.ts'
import { ConsultationStatus } from '../../consultation/status/status.ts'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment, PastedText } from '../../kit/shapes.ts'

const Patient = v.object({ id: Id, firstName: v.string(), lastName: v.string(), age: v.number() })

/** A consultation that a clinician attended and that is over. As managers see it: who, when and how it ended, nothing of why they came. */
const FinishedConsultation = v.object({
  id: Id,
  status: ConsultationStatus,
  closedFor: v.nullable(CloseOutcome),
  failedFor: v.nullable(CallFailure),
  contactMethod: ContactMethod,
  productName: v.string(),
  patient: Patient,
  /** Who attended it. */
  professional: v.string(),
  endedAt: Moment,
  /** Whether the caller may open it: their own, as `getDeskConsultation` decides. */
  mayOpen: v.boolean(),
})
export type FinishedConsultation = v.InferOutput<typeof FinishedConsultation>

/** What ended on a day of the clinic's calendar, the latest first: the caller's own, or for clinical managers everyone's. */
export const listFinishedConsultations = call({
  method: 'GET',
  path: '/desk/finished-consultations',
  access: 'staff',
  query: v.object({ day: v.optional(Day), whose: v.optional(v.picklist(['mine', 'everyone']), 'mine') }),
  reply: v.object({
    day: Day,
    items: v.array(FinishedConsultation),
    /** More ended that day than one answer holds. */
    more: v.boolean(),
  }),
  refusals: { NOT_ALLOWED: 403 },
})

const OwnPatient = v.object({
  ...Patient.entries,
  dateOfBirth: Day,
  /** The latest that the caller attended. */
  lastConsultation: v.object({ id: Id, at: Moment, productName: v.string() }),
})
export type OwnPatient = v.InferOutput<typeof OwnPatient>

/** People whom the caller attended, by the beginnings of any words of their name. In a body: addresses keep no patient's name. */
export const searchOwnPatients = call({
  method: 'POST',
  path: '/desk/own-patients/search',
  access: 'staff',
  role: 'clinician',
  body: v.object({ name: PastedText(2, 100) }),
  reply: v.object({ items: v.array(OwnPatient), more: v.boolean() }),
  refusals: { NOT_ALLOWED: 403, RATE_LIMITED: 429 },
})

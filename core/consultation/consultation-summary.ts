import * as v from 'valibot'
import { ContactMethod } from '../booking/cart/contact-method.ts'
import { Id, Moment } from '../kit/shapes.ts'
import { ConsultationStatus, PatientStatus } from './status/status.ts'

export const ConsultationType = v.picklist(['scheduled', 'on-demand', 'medical-update'])
export type ConsultationType = v.InferOutput<typeof ConsultationType>

/** Fields of a consultation in lists, which its full form starts with. */
export const consultationSummaryFields = {
  id: Id,
  encounterUuid: Id,
  orderId: v.nullable(Id),
  type: ConsultationType,
  status: ConsultationStatus,
  patientStatus: PatientStatus,
  preferredContactMethod: ContactMethod,
  product: v.object({ id: v.string(), name: v.string(), slug: v.string() }),
  patient: v.object({ id: Id, firstName: v.string() }),
  clinician: v.nullable(
    v.object({ id: Id, name: v.string(), specialty: v.string(), photoUrl: v.nullable(v.string()), hue: v.number() }),
  ),
  /** Set for scheduled consultations. */
  startTime: v.nullable(Moment),
  endTime: v.nullable(Moment),
  createdAt: Moment,
  /** The start for which the clinic has offered alternatives: another time, another clinician, or a refund. */
  timesOfferedFor: v.nullable(Moment),
}

export const ConsultationSummary = v.object(consultationSummaryFields)
export type ConsultationSummary = v.InferOutput<typeof ConsultationSummary>

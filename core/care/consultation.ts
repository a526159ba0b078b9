import * as v from 'valibot'
import { Symptom } from '../booking/cart/cart.ts'
import { consultationSummaryFields } from '../consultation/consultation-summary.ts'
import { LateChoice } from '../consultation/late-choice.ts'
import { Action } from '../consultation/status/actions.ts'
import { CallFailure, CloseOutcome } from '../consultation/status/closing.ts'
import { Id, Moment } from '../kit/shapes.ts'
import { Document } from './documents/document.ts'
import { Letter } from './next-step/next-step-api.ts'
import { Rating } from './rating/rating.ts'

export const Note = v.object({
  id: Id,
  text: v.string(),
  signedAt: Moment,
  author: v.string(),
  /** The signed note that this addendum belongs to, and its reason; null for the note itself. */
  amends: v.nullable(Id),
  reason: v.nullable(v.string()),
})
export type Note = v.InferOutput<typeof Note>

/** A note for the care team only; no reply to a patient contains it. */
export const PrivateNote = v.object({ text: v.string(), signedAt: Moment, author: v.string() })
export type PrivateNote = v.InferOutput<typeof PrivateNote>

/** B3.3: the full consultation, for its patient. */
export const Consultation = v.object({
  ...consultationSummaryFields,
  /** Position in the queue from 1; on demand only. */
  position: v.nullable(v.number()),
  /** Range in minutes, from the live queue, or for an appointment that has started without a clinician. */
  expectedWait: v.nullable(v.object({ from: v.number(), to: v.number() })),
  /**
   * iCalendar SEQUENCE of its calendar file: grows with every change of time, clinician or format, and with the
   * cancellation.
   */
  calendarSequence: v.number(),
  /** On demand only: the first forecast of the call that the patient was shown. */
  promisedBy: v.nullable(Moment),
  /** On demand: when a full refund is issued automatically unless a clinician has called; null after a call. */
  answerBy: v.nullable(Moment),
  /** For an appointment past its start: how many patients the clinician sees first. */
  ahead: v.nullable(v.number()),
  /** What the patient chose when no clinician came at this start. */
  lateChoice: v.nullable(LateChoice),
  /**
   * On demand: since when the patient has waited past opening hours, when the product opens again, and until when they
   * keep the first position.
   */
  afterHoursSince: v.nullable(Moment),
  reopensAt: v.nullable(Moment),
  keptUntil: v.nullable(Moment),
  /**
   * `isHere`: the patient confirmed their presence after a missed call. `isAway`: they left the app and wait by the
   * phone.
   */
  isHere: v.boolean(),
  isAway: v.boolean(),
  /** An answer may mean an emergency: the page keeps the emergency number visible. */
  isUrgent: v.boolean(),
  symptomCollectorCompleted: v.boolean(),
  symptoms: v.array(Symptom),
  summary: v.nullable(v.string()),
  missedCalls: v.number(),
  /**
   * `failedFor`: why the last call attempt failed, when a reason is known. `closedFor`: the outcome recorded at the
   * desk.
   */
  failedFor: v.nullable(CallFailure),
  closedFor: v.nullable(CloseOutcome),
  /** A colleague transferred it to its present holder. */
  isReassigned: v.boolean(),
  /** The patient confirmed this start by a reminder's link. */
  isConfirmed: v.boolean(),
  /** Set while a video call of this consultation is on, even after "not now": the patient may still join. */
  videoCallId: v.nullable(Id),
  /** `ringing` until the patient joins (`ongoing`) or declines (`none`). Without `videoCallId` the phone rings. */
  callState: v.picklist(['none', 'ringing', 'ongoing']),
  /** The phone number that a phone call rings, masked. */
  maskedPhone: v.nullable(v.string()),
  actions: v.array(Action),
  notes: v.array(Note),
  letters: v.array(Letter),
  /** Files from the patient, oldest first. */
  symptomsDocuments: v.array(Document),
  /** Files from the clinician. */
  journalDocuments: v.array(Document),
  /** Whether the patient may still delete their own files. */
  documentsRemovable: v.boolean(),
  rating: v.nullable(Rating),
})
export type Consultation = v.InferOutput<typeof Consultation>

import * as v from 'valibot'
import { Symptom } from '../booking/cart/cart.ts'
import { listed } from '../consultation/consultation-summary.ts'
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
  /** The signed note that this one adds to, and why; null of the note itself. */
  amends: v.nullable(Id),
  reason: v.nullable(v.string()),
})
export type Note = v.InferOutput<typeof Note>

/** Read by the care team alone: it is in no reply to a patient. */
export const PrivateNote = v.object({ text: v.string(), signedAt: Moment, author: v.string() })
export type PrivateNote = v.InferOutput<typeof PrivateNote>

/** B3.3, one of mine in full. */
export const Consultation = v.object({
  ...listed,
  /** Place in the queue from 1, on demand only. */
  position: v.nullable(v.number()),
  /** Minutes, as a range; from the live queue, or for a booked hour that is past. */
  expectedWait: v.nullable(v.object({ from: v.number(), to: v.number() })),
  /** SEQUENCE of its calendar file: rises with every change of time, clinician, format and with the cancellation. */
  calendarSequence: v.number(),
  /** By when they were first told that they would be called; on demand only. */
  promisedBy: v.nullable(Moment),
  /** On demand: when all the money goes back by itself to a patient whom nobody has called; null once somebody has. */
  answerBy: v.nullable(Moment),
  /** Whom the clinician sees before, when a booked hour is past. */
  ahead: v.nullable(v.number()),
  /** What they chose when nobody came to this start. */
  lateChoice: v.nullable(LateChoice),
  /** On demand: since when they have waited beyond the hours, when it opens again, and until when they keep the first place. */
  afterHoursSince: v.nullable(Moment),
  reopensAt: v.nullable(Moment),
  keptUntil: v.nullable(Moment),
  /** They said that they are there, after a missed call; that they wait by the phone, away from the app. */
  isHere: v.boolean(),
  isAway: v.boolean(),
  /** An answer of theirs may mean an emergency: whom to call stays before their eyes. */
  isUrgent: v.boolean(),
  symptomCollectorCompleted: v.boolean(),
  symptoms: v.array(Symptom),
  summary: v.nullable(v.string()),
  missedCalls: v.number(),
  /** Why the last try came to nothing, when there was something to say; how it ended, once it did at the desk. */
  failedFor: v.nullable(CallFailure),
  closedFor: v.nullable(CloseOutcome),
  /** Whoever holds it now was given it by a colleague. */
  isReassigned: v.boolean(),
  /** The patient said, by a reminder's link, that they will be there at this start. */
  isConfirmed: v.boolean(),
  /** Set while a video call of this consultation is on, also after "not now": who changes their mind may enter. */
  videoCallId: v.nullable(Id),
  /** `ringing` until the patient enters (`ongoing`) or declines (`none`). Without `videoCallId` it is the phone that rings. */
  callState: v.picklist(['none', 'ringing', 'ongoing']),
  /** The number that rings for a phone call, masked. */
  maskedPhone: v.nullable(v.string()),
  actions: v.array(Action),
  notes: v.array(Note),
  letters: v.array(Letter),
  /** What the patient sent, oldest first. */
  symptomsDocuments: v.array(Document),
  /** What the clinician gave. */
  journalDocuments: v.array(Document),
  /** Whether the patient may still take back what they sent. */
  documentsRemovable: v.boolean(),
  /** What the patient said of it, when it was over. */
  rating: v.nullable(Rating),
})
export type Consultation = v.InferOutput<typeof Consultation>

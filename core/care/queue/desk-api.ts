import * as v from 'valibot'
import { ContactMethod, Symptom } from '../../booking/cart/cart.ts'
import { ConsultationType } from '../../consultation/consultation-summary.ts'
import { CallFailure, CloseOutcome } from '../../consultation/status/closing.ts'
import { DeskAction } from '../../consultation/status/desk-action.ts'
import { ConsultationStatus } from '../../consultation/status/status.ts'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment, Phone, Text } from '../../kit/shapes.ts'
import { Sex } from '../../profile/account/profile.ts'
import { CallTicket, TicketRequest } from '../call/api.ts'
import { Note, PrivateNote } from '../consultation.ts'
import { Document } from '../documents/document.ts'
import { FollowUp, LetterWithText } from '../next-step/next-step-api.ts'
import { PhoneCallOutcome, PhoneCallState } from '../phone/phone-call.ts'
import { Statements } from '../record/statement.ts'
import { Transfer } from '../sharing/transfer-api.ts'

const QueueItem = v.object({
  id: Id,
  type: ConsultationType,
  status: ConsultationStatus,
  contactMethod: ContactMethod,
  productName: v.string(),
  patient: v.object({ id: Id, firstName: v.string(), lastName: v.string(), age: v.number() }),
  /** `queuedAt`: start of the wait, on demand. `startTime`: the appointment, when scheduled. */
  queuedAt: v.nullable(Moment),
  startTime: v.nullable(Moment),
  missedCalls: v.number(),
  /** The patient confirmed this start. */
  isConfirmed: v.boolean(),
  /** The patient missed a call and has confirmed their presence since. */
  isHere: v.boolean(),
  /** After a missed call, other patients are called first until this moment. */
  asideUntil: v.nullable(Moment),
  /** Set while the caller holds a consultation that a colleague transferred. */
  transfer: v.nullable(Transfer),
  /** The colleague who has not come to the appointment, or left the desk while holding it; the caller may take it. */
  leftBy: v.nullable(v.string()),
  /** The start of the patient's own description; null for a reader who is not a clinician. */
  reason: v.nullable(v.string()),
  /** Answers that may mean an emergency, summarised in the reader's language. */
  urgent: v.nullable(v.string()),
  /**
   * `urgent`: free to take, before all others. `mine`: the caller holds it. `waiting`: free to take. `agenda`: an
   * appointment of the caller that is not due yet.
   */
  queueColumn: v.picklist(['urgent', 'mine', 'waiting', 'agenda']),
})
export type QueueItem = v.InferOutput<typeof QueueItem>

export const getQueue = call({
  method: 'GET',
  path: '/desk/queue',
  list: { boundedBy: 'the patients who wait' },
  access: 'staff',
  polled: true,
  reply: v.object({ items: v.array(QueueItem) }),
})

/** Longest note in characters, for the patient's note and the private one. */
export const MAX_NOTE_LENGTH = 20_000

const AnsweredQuestion = v.object({ question: v.string(), answer: v.string() })
export const DeskConsultation = v.object({
  ...QueueItem.entries,
  productId: v.string(),
  /** Whether the caller holds it, and so may call, write and close. */
  heldByMe: v.boolean(),
  patient: v.object({
    ...QueueItem.entries.patient.entries,
    dateOfBirth: Day,
    sex: Sex,
    /**
     * null where the phone provider connects calls: the clinician then needs no number (`showPatientNumber` returns
     * it).
     */
    phone: v.nullable(Phone),
    maskedPhone: v.string(),
    document: v.nullable(v.string()),
  }),
  answers: v.array(AnsweredQuestion),
  symptoms: v.array(Symptom),
  /** The patient's statements about allergies and medicines when this consultation was booked. */
  statements: Statements,
  summary: v.nullable(v.string()),
  callState: v.picklist(['none', 'ringing', 'ongoing']),
  callMedium: v.nullable(ContactMethod),
  /** The patient answered "not now" to the present call and has not joined since. */
  callDeclined: v.boolean(),
  /**
   * null when the partner has no phone provider; `maskedPhone`: the clinician's own phone, which a call rings first.
   */
  voice: v.nullable(v.object({ maskedPhone: v.nullable(v.string()) })),
  /** The last phone call since the assignment; `rung`: whether it reached the patient's own phone. */
  phoneCall: v.nullable(v.object({ state: PhoneCallState, outcome: v.nullable(PhoneCallOutcome), rung: v.boolean() })),
  /** Whether the last missed call refunds the patient. */
  missedCallsPaidBack: v.boolean(),
  /** The patient left the app and waits by the phone. */
  isAway: v.boolean(),
  actions: v.array(DeskAction),
  /** Outcome, and reason of the last failed call attempt; null when none was given. */
  closedFor: v.nullable(CloseOutcome),
  failedFor: v.nullable(CallFailure),
  notes: v.array(Note),
  letters: v.array(LetterWithText),
  /** The slot that the caller holds for this patient now. */
  followUp: v.nullable(FollowUp),
  symptomsDocuments: v.array(Document),
  journalDocuments: v.array(Document),
  /** Whether the caller may add files for the patient and hide existing ones. */
  mayGive: v.boolean(),
  /** The clinicians' note for the care team only; null when there is none yet. */
  privateNote: v.nullable(PrivateNote),
  draft: v.object({ text: v.string(), privateText: v.string(), version: v.number() }),
})
export type DeskConsultation = v.InferOutput<typeof DeskConsultation>

const one = { params: v.object({ id: Id }) } as const
const NOT_FOUND = { CONSULTATION_NOT_FOUND: 404 } as const
const HELD = { ...NOT_FOUND, NOT_YOURS: 409, NOT_NOW: 409 } as const

export const getDeskConsultation = call({
  method: 'GET',
  path: '/desk/consultations/:id',
  access: 'staff',
  polled: true,
  ...one,
  reply: DeskConsultation,
  refusals: NOT_FOUND,
})

/** Assigns the consultation to the caller. When two clinicians try at once, the second receives ALREADY_TAKEN. */
export const takeConsultation = call({
  method: 'POST',
  path: '/desk/consultations/:id/take',
  repeat: 'safe',
  access: 'staff',
  ...one,
  refusals: { ...NOT_FOUND, NOT_A_CLINICIAN: 403, ALREADY_TAKEN: 409, NOT_NOW: 409 },
})

/**
 * Records a call event: started (it rings), failed (no answer), ended (dropped or paused), completed (they talked; only
 * after both were in the call), taken-back (undoes completed within seconds). TOO_SOON: the patient missed a call
 * minutes ago.
 */
export const recordCall = call({
  method: 'POST',
  path: '/desk/consultations/:id/call',
  repeat: 'safe',
  access: 'staff',
  ...one,
  body: v.object({
    medium: ContactMethod,
    event: v.picklist(['started', 'failed', 'ended', 'completed', 'taken-back']),
    /** Why an attempt failed, for `failureEvent`; NO_ANSWER when absent. */
    failure: v.optional(CallFailure),
  }),
  refusals: { ...HELD, TOO_SOON: 409 },
})

export const createDeskCallTicket = call({
  method: 'POST',
  path: '/desk/consultations/:id/call-ticket',
  repeat: 'safe',
  access: 'staff',
  ...one,
  body: TicketRequest,
  reply: CallTicket,
  status: 201,
  refusals: { ...HELD, NO_CALL: 409 },
})

/**
 * Saves the draft. `version` is the one last read (optimistic lock), so that two windows never overwrite each other.
 */
export const saveDraft = call({
  method: 'PUT',
  path: '/desk/consultations/:id/notes',
  access: 'staff',
  ...one,
  body: v.object({
    text: v.pipe(v.string(), v.maxLength(MAX_NOTE_LENGTH)),
    /** Absent: the saved private text stays. */
    privateText: v.optional(v.pipe(v.string(), v.maxLength(MAX_NOTE_LENGTH))),
    version: v.pipe(v.number(), v.integer()),
  }),
  reply: v.object({ version: v.number() }),
  refusals: { ...HELD, CHANGED_MEANWHILE: 409 },
})

/**
 * Signs the notes and closes the consultation. The patient reads `text` and never `privateText`; without `privateText`
 * its draft is signed. `outcome` also decides whether the patient is refunded in full.
 */
export const closeConsultation = call({
  method: 'POST',
  path: '/desk/consultations/:id/close',
  repeat: 'replay',
  access: 'staff',
  ...one,
  body: v.object({
    text: Text(1, MAX_NOTE_LENGTH),
    privateText: v.optional(Text(0, MAX_NOTE_LENGTH)),
    outcome: CloseOutcome,
  }),
  refusals: HELD,
})

/** Why a clinician cancels; the patient only learns that the clinic cancelled with a full refund. */
export const DeskCancelReason = v.picklist(['UNAVAILABLE', 'OTHER_CARE', 'PATIENT_ASKED', 'OTHER'])
export type DeskCancelReason = v.InferOutput<typeof DeskCancelReason>

/** Cancels with a full refund, for the clinician who holds the consultation or has it booked (product 6.7). */
export const cancelConsultation = call({
  method: 'POST',
  path: '/desk/consultations/:id/cancel',
  repeat: 'replay',
  access: 'staff',
  ...one,
  body: v.object({ reason: DeskCancelReason }),
  refusals: HELD,
})

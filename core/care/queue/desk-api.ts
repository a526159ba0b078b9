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
import { DeskLetter, FollowUp } from '../next-step/next-step-api.ts'
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
  /** Waiting since, on demand; the booked time when scheduled. */
  queuedAt: v.nullable(Moment),
  startTime: v.nullable(Moment),
  missedCalls: v.number(),
  /** The patient said, for this start, that they will be there. */
  isConfirmed: v.boolean(),
  /** Was not reached, and has said since that they are there. */
  isHere: v.boolean(),
  /** Was not reached minutes ago: others are called before, until then. */
  asideUntil: v.nullable(Moment),
  /** Set while I hold what a colleague gave me. */
  transfer: v.nullable(Transfer),
  /** Booked with this colleague, who has not come; or held by them, who have gone. Free to take then. */
  leftBy: v.nullable(v.string()),
  /** Why they come, the beginning of their own words; null for whoever is no clinician. */
  reason: v.nullable(v.string()),
  /** What the patient answered that may mean an emergency, in few words of the reader's language. */
  urgent: v.nullable(v.string()),
  /** `urgent`: free to take, before anybody else. `mine`: I hold it. `waiting`: free to take. `agenda`: booked with me and not due yet. */
  queueColumn: v.picklist(['urgent', 'mine', 'waiting', 'agenda']),
})
export type QueueItem = v.InferOutput<typeof QueueItem>

export const getQueue = call({
  method: 'GET',
  path: '/desk/queue',
  access: 'staff',
  polled: true,
  reply: v.object({ items: v.array(QueueItem) }),
})

/** Longest note, in characters: the one that the patient reads, and the private one. */
export const MOST_NOTE = 20_000

const AnsweredQuestion = v.object({ question: v.string(), answer: v.string() })
export const DeskConsultation = v.object({
  ...QueueItem.entries,
  productId: v.string(),
  /** Whether the caller holds it and may call, write and close. */
  heldByMe: v.boolean(),
  patient: v.object({
    ...QueueItem.entries.patient.entries,
    dateOfBirth: Day,
    sex: Sex,
    /** null where the partner's line calls for us: nobody then needs the number (`showPatientNumber` tells it). */
    phone: v.nullable(Phone),
    maskedPhone: v.string(),
    document: v.nullable(v.string()),
  }),
  answers: v.array(AnsweredQuestion),
  symptoms: v.array(Symptom),
  /** What the patient said of allergies and medicines when this consultation was booked. */
  statements: Statements,
  summary: v.nullable(v.string()),
  callState: v.picklist(['none', 'ringing', 'ongoing']),
  callMedium: v.nullable(ContactMethod),
  /** The patient answered "not now" to the call that is on, and has not entered since. */
  callDeclined: v.boolean(),
  /** Whether the partner has a line that calls for us, and which phone of mine it rings first, masked. */
  voice: v.nullable(v.object({ maskedPhone: v.nullable(v.string()) })),
  /** The last call of this taking, when it went by that line; `rung`: as far as the patient's own phone. */
  phoneCall: v.nullable(v.object({ state: PhoneCallState, outcome: v.nullable(PhoneCallOutcome), rung: v.boolean() })),
  /** What a last missed call means: the money comes back, or it does not. */
  missedCallsPaidBack: v.boolean(),
  /** The patient left the app and waits by the phone. */
  isAway: v.boolean(),
  actions: v.array(DeskAction),
  /** How it ended, and why the last try came to nothing; null where nobody said so. */
  closedFor: v.nullable(CloseOutcome),
  failedFor: v.nullable(CallFailure),
  notes: v.array(Note),
  letters: v.array(DeskLetter),
  /** Of mine, that is held for this patient now. */
  followUp: v.nullable(FollowUp),
  symptomsDocuments: v.array(Document),
  journalDocuments: v.array(Document),
  /** Whether the caller may give the patient files, and hide those that are there. */
  mayGive: v.boolean(),
  /** What the clinicians of this consultation wrote for the care team alone; null: nothing, or nothing yet. */
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

/** Two clinicians never take the same patient: the second hears ALREADY_TAKEN. */
export const takeConsultation = call({
  method: 'POST',
  path: '/desk/consultations/:id/take',
  access: 'staff',
  ...one,
  refusals: { ...NOT_FOUND, NOT_A_CLINICIAN: 403, ALREADY_TAKEN: 409, NOT_NOW: 409 },
})

/**
 * What happened to a call: started (it rings), failed (no answer), ended (dropped or paused), completed (we talked; only of a
 * call that both were in), taken-back (we did not, said within seconds). TOO_SOON: they were not reached minutes ago.
 */
export const recordCall = call({
  method: 'POST',
  path: '/desk/consultations/:id/call',
  access: 'staff',
  ...one,
  body: v.object({
    medium: ContactMethod,
    event: v.picklist(['started', 'failed', 'ended', 'completed', 'taken-back']),
    /** Why a try came to nothing, as `failureEvent` counts it; nothing said of one that failed is NO_ANSWER. */
    failure: v.optional(CallFailure),
  }),
  refusals: { ...HELD, TOO_SOON: 409 },
})

export const createDeskCallTicket = call({
  method: 'POST',
  path: '/desk/consultations/:id/call-ticket',
  access: 'staff',
  ...one,
  body: TicketRequest,
  reply: CallTicket,
  status: 201,
  refusals: { ...HELD, NO_CALL: 409 },
})

/** Autosaved draft; `version` is the one last read, so that two windows never overwrite each other unseen. */
export const saveDraft = call({
  method: 'PUT',
  path: '/desk/consultations/:id/notes',
  access: 'staff',
  ...one,
  body: v.object({
    text: v.pipe(v.string(), v.maxLength(MOST_NOTE)),
    /** Absent: what was saved of it stays. */
    privateText: v.optional(v.pipe(v.string(), v.maxLength(MOST_NOTE))),
    version: v.pipe(v.number(), v.integer()),
  }),
  reply: v.object({ version: v.number() }),
  refusals: { ...HELD, CHANGED_MEANWHILE: 409 },
})

/** Signs the notes and closes; the patient reads `text` and never `privateText`, which may be empty; absent, its draft is signed. `outcome` says how it ended, and with that whether all the money goes back. */
export const closeConsultation = call({
  method: 'POST',
  path: '/desk/consultations/:id/close',
  access: 'staff',
  ...one,
  body: v.object({ text: Text(1, MOST_NOTE), privateText: v.optional(Text(0, MOST_NOTE)), outcome: CloseOutcome }),
  refusals: HELD,
})

/** Why a clinician cancels; the patient is told only that the clinic did, and that all the money comes back. */
export const DeskCancelReason = v.picklist(['UNAVAILABLE', 'OTHER_CARE', 'PATIENT_ASKED', 'OTHER'])
export type DeskCancelReason = v.InferOutput<typeof DeskCancelReason>

/** For who holds the consultation, or has it booked: always with a full refund (product 6.7). */
export const cancelConsultation = call({
  method: 'POST',
  path: '/desk/consultations/:id/cancel',
  access: 'staff',
  ...one,
  body: v.object({ reason: DeskCancelReason }),
  refusals: HELD,
})

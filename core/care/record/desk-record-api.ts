import * as v from 'valibot'
import { CallFailure, CloseOutcome } from '../../consultation/status/closing.ts'
import { ConsultationStatus } from '../../consultation/status/status.ts'
import { call, manager } from '../../kit/call.ts'
import { Day, Id, Moment, Name, PastedText, Text } from '../../kit/shapes.ts'
import { Sex } from '../../profile/account/profile.ts'
import { Note, PrivateNote } from '../consultation.ts'
import { EditRequest, HistoryEntry, NewEntry } from './history.ts'
import { Statements } from './statement.ts'

// A health record at the desk, for clinicians with a care relation to the patient
// (core/care/record/care-relation.ts).
// Other staff get the reply for an unknown patient.

const RecordedConsultation = v.object({
  id: Id,
  productName: v.string(),
  status: ConsultationStatus,
  /** Outcome, and reason of the last failed call attempt; null when none was given. */
  closedFor: v.nullable(CloseOutcome),
  failedFor: v.nullable(CallFailure),
  /** The start of the appointment, else the time of the request. */
  at: Moment,
  clinician: v.nullable(v.string()),
  notes: v.array(Note),
  privateNote: v.nullable(PrivateNote),
})
export type RecordedConsultation = v.InferOutput<typeof RecordedConsultation>

export const DeskRecord = v.object({
  patient: v.object({
    id: Id,
    firstName: v.string(),
    lastName: v.string(),
    age: v.number(),
    dateOfBirth: Day,
    sex: Sex,
  }),
  because: v.picklist(['attending', 'booked', 'attended', 'edit-request', 'break-glass']),
  /** Time of the consultation that grants access; the end of an emergency access; null for an edit request. */
  at: v.nullable(Moment),
  mayWrite: v.boolean(),
  entries: v.array(HistoryEntry),
  /** The patient's latest statements about allergies and medicines, from any booking. */
  statements: Statements,
  /** Open requests, oldest first. */
  requests: v.array(EditRequest),
  /** Newest first. */
  consultations: v.array(RecordedConsultation),
})
export type DeskRecord = v.InferOutput<typeof DeskRecord>

const clinician = { access: 'staff', role: 'clinician' } as const
const NOT_FOUND = { NOT_ALLOWED: 403, PATIENT_NOT_FOUND: 404 } as const
const WRITE = { ...NOT_FOUND, READ_ONLY: 409 } as const

/** Each read is audited, and the patient can see who read the record. */
export const getRecord = call({
  method: 'GET',
  path: '/desk/patients/:patientId/record',
  ...clinician,
  polled: true,
  params: v.object({ patientId: Id }),
  reply: DeskRecord,
  refusals: NOT_FOUND,
})

export const addEntry = call({
  method: 'POST',
  path: '/desk/patients/:patientId/record/entries',
  repeat: 'replay',
  ...clinician,
  params: v.object({ patientId: Id }),
  body: NewEntry,
  reply: v.object({ id: Id }),
  status: 201,
  refusals: WRITE,
})

/** Replaces an entry by a new version of the same kind; the replaced version stays readable. */
export const supersedeEntry = call({
  method: 'POST',
  path: '/desk/patients/:patientId/record/entries/:entryId/supersede',
  repeat: 'replay',
  ...clinician,
  params: v.object({ patientId: Id, entryId: Id }),
  body: v.object({ ...NewEntry.entries, reason: Text(3, 500) }),
  reply: v.object({ id: Id }),
  status: 201,
  refusals: { ...WRITE, ENTRY_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 },
})

const AssignedEditRequest = v.object({
  ...EditRequest.entries,
  patient: v.object({ id: Id, firstName: v.string(), lastName: v.string() }),
})
export type AssignedEditRequest = v.InferOutput<typeof AssignedEditRequest>

/** Open requests that the caller may answer, oldest first; at most 100. */
export const listEditRequests = call({
  method: 'GET',
  path: '/desk/edit-requests',
  list: { boundedBy: 'the requests that wait for an answer' },
  ...clinician,
  reply: v.object({ items: v.array(AssignedEditRequest) }),
  refusals: { NOT_ALLOWED: 403 },
})

/** Writes the requested change: a new entry, or a replacement of the entry that the request names. */
export const acceptRequest = call({
  method: 'POST',
  path: '/desk/edit-requests/:id/accept',
  repeat: 'replay',
  ...clinician,
  params: v.object({ id: Id }),
  body: NewEntry,
  reply: v.object({ id: Id }),
  status: 201,
  refusals: { NOT_ALLOWED: 403, REQUEST_NOT_FOUND: 404, READ_ONLY: 409, CHANGED_MEANWHILE: 409 },
})

/** Declines a request; the patient reads the answer. */
export const declineRequest = call({
  method: 'POST',
  path: '/desk/edit-requests/:id/decline',
  repeat: 'replay',
  ...clinician,
  params: v.object({ id: Id }),
  body: v.object({ answer: Text(10, 500) }),
  refusals: { NOT_ALLOWED: 403, REQUEST_NOT_FOUND: 404, READ_ONLY: 409, CHANGED_MEANWHILE: 409 },
})

/**
 * Emergency access (break-glass) to the record of a patient outside the caller's care. The patient is identified by
 * what they say on the phone, never from a list: phone number (the holder's, for a dependant) and date of birth;
 * `firstName` separates two patients with the same date of birth. Access lasts an hour, the patient is notified, and a
 * manager reviews it.
 */
export const breakGlass = call({
  method: 'POST',
  path: '/desk/break-glass',
  repeat: 'safe',
  ...clinician,
  body: v.object({
    phone: PastedText(6, 25),
    dateOfBirth: Day,
    firstName: v.optional(Name(1, 100)),
    reason: Text(20, 500),
  }),
  reply: v.object({ patientId: Id, openUntil: Moment }),
  status: 201,
  refusals: { ...NOT_FOUND, SEVERAL_PEOPLE: 409, RATE_LIMITED: 429 },
})

const EmergencyAccess = v.object({
  id: Id,
  /** The clinician who used the emergency access. */
  by: v.string(),
  reason: v.string(),
  openedAt: Moment,
  /** The caller's own emergency access, which another manager must review. */
  isMine: v.boolean(),
  reviewedAt: v.nullable(Moment),
  reviewedBy: v.nullable(v.string()),
  verdict: v.nullable(v.picklist(['justified', 'not-justified'])),
  review: v.nullable(v.string()),
})
export type EmergencyAccess = v.InferOutput<typeof EmergencyAccess>

/** Emergency accesses: unreviewed ones first, then the newest; at most 100. The patient is not named. */
export const listEmergencyAccesses = call({
  method: 'GET',
  path: '/desk/break-glass',
  list: { boundedBy: 'those that wait for a review, and the newest hundred others' },
  ...manager,
  reply: v.object({ items: v.array(EmergencyAccess) }),
  refusals: { NOT_ALLOWED: 403 },
})

export const reviewEmergencyAccess = call({
  method: 'POST',
  path: '/desk/break-glass/:id/review',
  repeat: 'replay',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({ verdict: v.picklist(['justified', 'not-justified']), review: Text(10, 500) }),
  refusals: { NOT_ALLOWED: 403, EMERGENCY_ACCESS_NOT_FOUND: 404, NOT_YOURSELF: 409, CHANGED_MEANWHILE: 409 },
})

/** Adds an addendum to a signed note, by its author; the note itself stays unchanged. */
export const amendNote = call({
  method: 'POST',
  path: '/desk/consultations/:id/notes/:noteId/amendments',
  repeat: 'replay',
  access: 'staff',
  role: 'clinician',
  params: v.object({ id: Id, noteId: Id }),
  body: v.object({ text: Text(1, 20_000), reason: Text(3, 500) }),
  reply: v.object({ id: Id }),
  status: 201,
  refusals: { NOT_ALLOWED: 403, CONSULTATION_NOT_FOUND: 404, NOTE_NOT_FOUND: 404 },
})

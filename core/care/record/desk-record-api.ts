import * as v from 'valibot'
import { CallFailure, CloseOutcome } from '../../consultation/status/closing.ts'
import { ConsultationStatus } from '../../consultation/status/status.ts'
import { call, manager } from '../../kit/call.ts'
import { Day, Id, Moment, Name, PastedText, Text } from '../../kit/shapes.ts'
import { Sex } from '../../profile/account/profile.ts'
import { Note, PrivateNote } from '../consultation.ts'
import { EditRequest, HistoryEntry, NewEntry } from './history.ts'
import { Statements } from './statement.ts'

// A record at the desk: for clinicians in a care relation with the patient (core/care/record/care-relation.ts). To everybody
// else the patient is not there.

const RecordedConsultation = v.object({
  id: Id,
  productName: v.string(),
  status: ConsultationStatus,
  /** How it ended, and why the last try came to nothing; null where nobody said so. */
  closedFor: v.nullable(CloseOutcome),
  failedFor: v.nullable(CallFailure),
  /** The booked time, else when it was asked for. */
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
  /** Of the consultation that opens it; the end of a break-glass opening; null for a request. */
  at: v.nullable(Moment),
  mayWrite: v.boolean(),
  entries: v.array(HistoryEntry),
  /** What the patient said last of allergies and medicines, in any of their bookings. */
  statements: Statements,
  /** Open ones, the oldest first. */
  requests: v.array(EditRequest),
  /** The newest first. */
  consultations: v.array(RecordedConsultation),
})
export type DeskRecord = v.InferOutput<typeof DeskRecord>

const clinician = { access: 'staff', role: 'clinician' } as const
const NOT_FOUND = { NOT_ALLOWED: 403, PATIENT_NOT_FOUND: 404 } as const
const WRITE = { ...NOT_FOUND, READ_ONLY: 409 } as const

/** Every look is recorded, and the patient reads who looked. */
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
  ...clinician,
  params: v.object({ patientId: Id }),
  body: NewEntry,
  reply: v.object({ id: Id }),
  status: 201,
  refusals: WRITE,
})

/** Another version takes the entry's place; the entry stays readable under it. Its kind stays what it was. */
export const supersedeEntry = call({
  method: 'POST',
  path: '/desk/patients/:patientId/record/entries/:entryId/supersede',
  ...clinician,
  params: v.object({ patientId: Id, entryId: Id }),
  body: v.object({ ...NewEntry.entries, reason: Text(3, 500) }),
  reply: v.object({ id: Id }),
  status: 201,
  refusals: { ...WRITE, ENTRY_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 },
})

const AskedOfMe = v.object({
  ...EditRequest.entries,
  patient: v.object({ id: Id, firstName: v.string(), lastName: v.string() }),
})
export type AskedOfMe = v.InferOutput<typeof AskedOfMe>

/** Open requests that the caller may answer, the oldest first; at most 100. */
export const listEditRequests = call({
  method: 'GET',
  path: '/desk/edit-requests',
  ...clinician,
  reply: v.object({ items: v.array(AskedOfMe) }),
  refusals: { NOT_ALLOWED: 403 },
})

/** Writes what was asked for: a new entry, or one in the place of the entry that the request names. */
export const acceptRequest = call({
  method: 'POST',
  path: '/desk/edit-requests/:id/accept',
  ...clinician,
  params: v.object({ id: Id }),
  body: NewEntry,
  reply: v.object({ id: Id }),
  status: 201,
  refusals: { NOT_ALLOWED: 403, REQUEST_NOT_FOUND: 404, READ_ONLY: 409, CHANGED_MEANWHILE: 409 },
})

/** The patient reads the answer. */
export const declineRequest = call({
  method: 'POST',
  path: '/desk/edit-requests/:id/decline',
  ...clinician,
  params: v.object({ id: Id }),
  body: v.object({ answer: Text(10, 500) }),
  refusals: { NOT_ALLOWED: 403, REQUEST_NOT_FOUND: 404, READ_ONLY: 409, CHANGED_MEANWHILE: 409 },
})

/**
 * Opens the record of somebody who is not in the caller's care, by what the person says on the phone and never by a
 * list: their number (their holder's, for a child) and date of birth. It lasts an hour, the patient reads of it, and a
 * manager reviews it. `firstName` only tells two of one birthday apart.
 */
export const breakGlass = call({
  method: 'POST',
  path: '/desk/break-glass',
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

const Opening = v.object({
  id: Id,
  /** Who opened it. */
  by: v.string(),
  reason: v.string(),
  openedAt: Moment,
  /** The caller's own: somebody else reviews it. */
  isMine: v.boolean(),
  reviewedAt: v.nullable(Moment),
  reviewedBy: v.nullable(v.string()),
  verdict: v.nullable(v.picklist(['justified', 'not-justified'])),
  review: v.nullable(v.string()),
})
export type Opening = v.InferOutput<typeof Opening>

/** Break-glass openings: those to review first, then the newest; at most 100. Whose record it was, none of them says. */
export const listOpenings = call({
  method: 'GET',
  path: '/desk/break-glass',
  ...manager,
  reply: v.object({ items: v.array(Opening) }),
  refusals: { NOT_ALLOWED: 403 },
})

export const reviewOpening = call({
  method: 'POST',
  path: '/desk/break-glass/:id/review',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({ verdict: v.picklist(['justified', 'not-justified']), review: Text(10, 500) }),
  refusals: { NOT_ALLOWED: 403, OPENING_NOT_FOUND: 404, NOT_YOURSELF: 409, CHANGED_MEANWHILE: 409 },
})

/** Adds to a signed note what must be known of it; the note stays as it was signed. For its author. */
export const amendNote = call({
  method: 'POST',
  path: '/desk/consultations/:id/notes/:noteId/amendments',
  access: 'staff',
  role: 'clinician',
  params: v.object({ id: Id, noteId: Id }),
  body: v.object({ text: Text(1, 20_000), reason: Text(3, 500) }),
  reply: v.object({ id: Id }),
  status: 201,
  refusals: { NOT_ALLOWED: 403, CONSULTATION_NOT_FOUND: 404, NOTE_NOT_FOUND: 404 },
})

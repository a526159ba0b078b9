import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { pagedList } from '../../kit/paged-list.ts'
import { FreeText, Id, Moment } from '../../kit/shapes.ts'
import { EditRequest, HistoryEntry, HistoryKind, MIN_EDIT_REQUEST_LENGTH } from './history.ts'

const one = { params: v.object({ id: Id }) } as const
const NOT_FOUND = { PATIENT_NOT_FOUND: 404 } as const

export const MedicalHistory = v.object({
  patientId: Id,
  entries: v.array(HistoryEntry),
  /** Edit requests of the patient or their holder, newest first. */
  requests: v.array(EditRequest),
})
export type MedicalHistory = v.InferOutput<typeof MedicalHistory>

/** Product 7.7. */
export const getMedicalHistory = call({
  method: 'GET',
  path: '/patients/:id/medical-history',
  access: 'access',
  polled: true,
  ...one,
  reply: MedicalHistory,
  refusals: NOT_FOUND,
})

/** Asks clinicians to change or add an entry. An identical open request is not duplicated. */
export const requestEdit = call({
  method: 'POST',
  path: '/patients/:id/medical-history/edit-requests',
  repeat: 'replay',
  access: 'access',
  ...one,
  body: v.object({ section: HistoryKind, entryId: v.optional(Id), text: FreeText(MIN_EDIT_REQUEST_LENGTH) }),
  reply: EditRequest,
  status: 201,
  refusals: { ...NOT_FOUND, ENTRY_NOT_FOUND: 404, TOO_MANY_OPEN: 409 },
})

/**
 * An access log entry: one read or change of the record, and why it was allowed. `at` of a consultation is its own
 * time.
 */
export const AccessLogEntry = v.object({
  at: Moment,
  /** Name of the staff member, or of a partner's program that reads by its API key. */
  who: v.string(),
  isProgram: v.boolean(),
  act: v.picklist(['read-record', 'read-consultation', 'read-document', 'write-record', 'amend-note', 'break-glass']),
  because: v.nullable(v.picklist(['attending', 'booked', 'attended', 'waiting', 'edit-request', 'break-glass'])),
  consultationAt: v.nullable(Moment),
  /** The reason given for an emergency access. */
  reason: v.nullable(v.string()),
})
export type AccessLogEntry = v.InferOutput<typeof AccessLogEntry>

/** The record's access log, newest first. */
export const listAccessLog = call({
  method: 'GET',
  path: '/patients/:id/medical-history/access-log',
  access: 'access',
  ...one,
  ...pagedList(AccessLogEntry),
  refusals: NOT_FOUND,
})

import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { FreeText, Id, listOf, Moment, PageQuery } from '../../kit/shapes.ts'
import { EditRequest, HistoryEntry, HistoryKind, SHORTEST_REQUEST } from './history.ts'

const one = { params: v.object({ id: Id }) } as const
const NOT_FOUND = { PATIENT_NOT_FOUND: 404 } as const

export const MedicalHistory = v.object({
  patientId: Id,
  entries: v.array(HistoryEntry),
  /** What the patient, or their holder, asked to have changed, the newest first. */
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

/** Asks a clinician to change something, or to add what is missing. The same question twice is one. */
export const requestEdit = call({
  method: 'POST',
  path: '/patients/:id/medical-history/edit-requests',
  access: 'access',
  ...one,
  body: v.object({ section: HistoryKind, entryId: v.optional(Id), text: FreeText(SHORTEST_REQUEST) }),
  reply: EditRequest,
  status: 201,
  refusals: { ...NOT_FOUND, ENTRY_NOT_FOUND: 404, TOO_MANY_OPEN: 409 },
})

/** One look at the record or change of it, with why it was allowed. Times are of the consultation that is named. */
export const Look = v.object({
  at: Moment,
  /** Name of the member of staff. */
  who: v.string(),
  act: v.picklist(['read-record', 'read-consultation', 'read-document', 'write-record', 'amend-note', 'break-glass']),
  because: v.nullable(v.picklist(['attending', 'booked', 'attended', 'waiting', 'edit-request', 'break-glass'])),
  consultationAt: v.nullable(Moment),
  /** The words of who opened it in an emergency. */
  reason: v.nullable(v.string()),
})
export type Look = v.InferOutput<typeof Look>

/** Who looked at this record, and why; the newest first. */
export const listLooks = call({
  method: 'GET',
  path: '/patients/:id/medical-history/looks',
  access: 'access',
  ...one,
  /** `until`: of the first look of the first page. What is looked at meanwhile pushes nothing on to the next one. */
  query: v.object({ ...PageQuery, until: v.optional(Moment) }),
  reply: listOf(Look),
  refusals: NOT_FOUND,
})

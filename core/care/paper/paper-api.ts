import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment, PastedText } from '../../kit/shapes.ts'
import { PaperKind, PaperStanding } from './paper.ts'

/**
 * B7.20, with its optional `type`: notes and the certificate of attendance once the notes are signed, a prescription
 * (this one, else the latest) once it is issued, a referral or a medical certificate by its `letterId`. In the language of the account.
 */
export const getDocument = call({
  method: 'GET',
  path: '/consultations/:id/document',
  access: 'access',
  params: v.object({ id: Id }),
  query: v.object({ type: v.optional(PaperKind, 'notes'), prescriptionId: v.optional(Id), letterId: v.optional(Id) }),
  file: 'application/pdf',
  refusals: {
    CONSULTATION_NOT_FOUND: 404,
    PRESCRIPTION_NOT_FOUND: 404,
    LETTER_NOT_FOUND: 404,
    DOCUMENT_NOT_READY: 409,
  },
})

/** For whoever was handed a paper: whether it is ours, whose hand signed it, and nothing about anybody's health. */
export const checkPaper = call({
  method: 'POST',
  path: '/documents/check',
  access: 'public',
  body: v.object({ code: PastedText(1, 40) }),
  reply: v.object({
    kind: PaperKind,
    standing: PaperStanding,
    issuer: v.string(),
    issuedAt: Moment,
    /** Of the consultation. */
    day: Day,
    clinician: v.object({ name: v.string(), registrationNumber: v.string() }),
    /** null once the patient's data is locked away. */
    initials: v.nullable(v.string()),
  }),
  refusals: { DOCUMENT_UNKNOWN: 404, RATE_LIMITED: 429 },
})

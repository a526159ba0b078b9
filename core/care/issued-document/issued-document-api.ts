import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment, PastedText } from '../../kit/shapes.ts'
import { IssuedDocumentKind, IssuedDocumentStatus } from './issued-document.ts'

/**
 * B7.20, with its optional `type`, in the language of the account: notes and the certificate of attendance after the
 * notes are signed; a prescription (the one named, else the latest) after it is issued; a referral or medical
 * certificate by its `letterId`.
 */
export const getDocument = call({
  method: 'GET',
  path: '/consultations/:id/document',
  access: 'access',
  params: v.object({ id: Id }),
  query: v.object({
    type: v.optional(IssuedDocumentKind, 'notes'),
    prescriptionId: v.optional(Id),
    letterId: v.optional(Id),
  }),
  file: 'application/pdf',
  refusals: {
    CONSULTATION_NOT_FOUND: 404,
    PRESCRIPTION_NOT_FOUND: 404,
    LETTER_NOT_FOUND: 404,
    DOCUMENT_NOT_READY: 409,
  },
})

/** Verifies a document for its recipient: whether it is genuine and who signed it, with no health data. */
export const verifyIssuedDocument = call({
  method: 'POST',
  path: '/documents/check',
  repeat: 'safe',
  access: 'public',
  body: v.object({ code: PastedText(1, 40) }),
  reply: v.object({
    kind: IssuedDocumentKind,
    status: IssuedDocumentStatus,
    issuer: v.string(),
    issuedAt: Moment,
    /** Day of the consultation. */
    day: Day,
    clinician: v.object({ name: v.string(), registrationNumber: v.string() }),
    /** null after the patient's data is locked. */
    initials: v.nullable(v.string()),
  }),
  refusals: { DOCUMENT_UNKNOWN: 404, RATE_LIMITED: 429 },
})

import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Text } from '../../kit/shapes.ts'
import { Document } from './document.ts'
import { MOST_DOCUMENT_BYTES } from './document-rules.ts'

const one = { params: v.object({ id: Id, documentId: Id }) } as const
/** `DOCUMENT_UNREADABLE`: one from before files were written anew, of which nothing could be made. */
const NOT_FOUND = { CONSULTATION_NOT_FOUND: 404, DOCUMENT_NOT_FOUND: 404 } as const

/** Why a file is not taken. The name of each is a word of `content/locales/<language>/care.json`. */
const NOT_TAKEN = {
  CONSULTATION_NOT_FOUND: 404,
  TOO_LARGE: 413,
  /** Not an image or a PDF, whatever it is called. */
  UNSUPPORTED_FILE: 415,
  /** Broken, cut off, or more than it says. */
  FILE_UNREADABLE: 415,
  /** More pixels than anybody needs to read it. */
  IMAGE_TOO_LARGE: 415,
  /** A PDF with files within, or a form that only one program can show: what it says would be lost. */
  PDF_ACTIVE: 415,
  /** A PDF under a password, which cannot be looked into. */
  PDF_LOCKED: 415,
  FILE_INFECTED: 415,
  TOO_MANY_DOCUMENTS: 409,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMITED: 429,
  /** It came too slowly: what is sent holds a place that others wait for. Sent again, it may find a better line. */
  TOO_SLOW: 408,
  /** As many files as can be looked at are under way, of this account or in all. */
  BUSY: 503,
} as const

/**
 * One file, as it is, in the body. `Idempotency-Key`, a UUID, names the upload: sent again, it answers the document that
 * there is. `x-file-name` is its name, percent-encoded: in an address it would be written down on the way.
 */
export const addDocument = call({
  method: 'POST',
  path: '/consultations/:id/documents',
  access: 'access',
  params: v.object({ id: Id }),
  upload: MOST_DOCUMENT_BYTES,
  reply: Document,
  status: 201,
  refusals: { ...NOT_TAKEN, CONSULTATION_OVER: 409 },
})

export const readDocument = call({
  method: 'GET',
  path: '/consultations/:id/documents/:documentId',
  access: 'access',
  ...one,
  file: ['image/jpeg', 'application/pdf'],
  refusals: { ...NOT_FOUND, DOCUMENT_WAITING: 409, DOCUMENT_UNREADABLE: 409 },
})

/** A file of one's own, until a clinician took the consultation. Asked again, DOCUMENT_NOT_FOUND is good news. */
export const removeDocument = call({
  method: 'DELETE',
  path: '/consultations/:id/documents/:documentId',
  access: 'access',
  ...one,
  refusals: { ...NOT_FOUND, IN_RECORD: 409 },
})

/** A file for the patient, from who holds or held the consultation. */
export const giveDocument = call({
  method: 'POST',
  path: '/desk/consultations/:id/documents',
  access: 'staff',
  params: v.object({ id: Id }),
  upload: MOST_DOCUMENT_BYTES,
  reply: Document,
  status: 201,
  refusals: { ...NOT_TAKEN, NOT_YOURS: 409, NOT_NOW: 409 },
})

export const readDeskDocument = call({
  method: 'GET',
  path: '/desk/consultations/:id/documents/:documentId',
  access: 'staff',
  ...one,
  file: ['image/jpeg', 'application/pdf'],
  refusals: { ...NOT_FOUND, DOCUMENT_WAITING: 409, DOCUMENT_UNREADABLE: 409 },
})

/** Out of everybody's sight, kept for as long as the law asks: what was in a record is not deleted from it. */
export const hideDocument = call({
  method: 'POST',
  path: '/desk/consultations/:id/documents/:documentId/hide',
  access: 'staff',
  ...one,
  body: v.object({ reason: Text(10, 500) }),
  refusals: { ...NOT_FOUND, NOT_YOURS: 409 },
})

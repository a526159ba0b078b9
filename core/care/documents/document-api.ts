import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Text } from '../../kit/shapes.ts'
import { Document } from './document.ts'
import { MAX_DOCUMENT_BYTES } from './document-rules.ts'

const one = { params: v.object({ id: Id, documentId: Id }) } as const
/** `DOCUMENT_UNREADABLE`: a file from before files were redrawn on upload, which could not be converted. */
const NOT_FOUND = { CONSULTATION_NOT_FOUND: 404, DOCUMENT_NOT_FOUND: 404 } as const

/** Refusals of an upload. Each code has a message in `content/locales/<language>/care.json`. */
const NOT_TAKEN = {
  CONSULTATION_NOT_FOUND: 404,
  TOO_LARGE: 413,
  /** Not an image or a PDF by its content; the file name is ignored. */
  UNSUPPORTED_FILE: 415,
  /** Broken, truncated, or longer than it declares. */
  FILE_UNREADABLE: 415,
  /** The image has more pixels than the limit. */
  IMAGE_TOO_LARGE: 415,
  /** A PDF with embedded files, or with a form that only one program can show: redrawing it would lose content. */
  PDF_ACTIVE: 415,
  /** A password-protected PDF, which cannot be checked. */
  PDF_LOCKED: 415,
  FILE_INFECTED: 415,
  TOO_MANY_DOCUMENTS: 409,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMITED: 429,
  /**
   * The upload was too slow: it occupies an upload slot that others wait for. A retry may have a better connection.
   */
  TOO_SLOW: 408,
  /** All upload slots are taken, of this account or in total. */
  BUSY: 503,
} as const

/**
 * Uploads one file as the raw body. `Idempotency-Key` (a UUID) identifies the upload: a repeated request returns the
 * existing document. `x-file-name` is percent-encoded; in the URL the name would end up in logs.
 */
export const addDocument = call({
  method: 'POST',
  path: '/consultations/:id/documents',
  repeat: 'handler',
  access: 'access',
  params: v.object({ id: Id }),
  upload: MAX_DOCUMENT_BYTES,
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

/**
 * Deletes the patient's own file, until a clinician takes the consultation. Repeated, it returns DOCUMENT_NOT_FOUND,
 * which the client treats as success.
 */
export const removeDocument = call({
  method: 'DELETE',
  path: '/consultations/:id/documents/:documentId',
  access: 'access',
  ...one,
  refusals: { ...NOT_FOUND, IN_RECORD: 409 },
})

/** Adds a file for the patient, from a clinician who holds or held the consultation. */
export const giveDocument = call({
  method: 'POST',
  path: '/desk/consultations/:id/documents',
  repeat: 'handler',
  access: 'staff',
  params: v.object({ id: Id }),
  upload: MAX_DOCUMENT_BYTES,
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

/**
 * Hides a file from everyone and keeps it for the legal retention period: nothing is deleted from a health record.
 */
export const hideDocument = call({
  method: 'POST',
  path: '/desk/consultations/:id/documents/:documentId/hide',
  repeat: 'replay',
  access: 'staff',
  ...one,
  body: v.object({ reason: Text(10, 500) }),
  refusals: { ...NOT_FOUND, NOT_YOURS: 409 },
})

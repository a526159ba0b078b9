import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id } from '../../kit/shapes.ts'
import { MAX_PHOTO_BYTES } from './photo.ts'

// Clinicians manage their own photo, and managers a colleague's; others get NOT_ALLOWED.

/** Uploads a photo as the raw body and replaces the present one. It is cropped to its central square. A
 * repetition replaces the photo with itself, under another address. */
export const putPhoto = call({
  method: 'POST',
  path: '/desk/clinicians/:id/photo',
  repeat: 'safe',
  access: 'staff',
  params: v.object({ id: Id }),
  upload: MAX_PHOTO_BYTES,
  reply: v.object({ photoUrl: v.string() }),
  refusals: {
    NOT_ALLOWED: 403,
    CLINICIAN_NOT_FOUND: 404,
    TOO_LARGE: 413,
    /** Not JPEG, PNG or WebP by its content; the file name is ignored. */
    UNSUPPORTED_FILE: 415,
    /** Broken or truncated. */
    FILE_UNREADABLE: 415,
    /** The picture has more pixels than the limit. */
    IMAGE_TOO_LARGE: 415,
    /** Too few pixels for a sharp face. */
    IMAGE_TOO_SMALL: 415,
    RATE_LIMITED: 429,
    TOO_SLOW: 408,
    BUSY: 503,
  },
})

/** Removes the photo; the initials are shown instead. Idempotent. */
export const removePhoto = call({
  method: 'DELETE',
  path: '/desk/clinicians/:id/photo',
  access: 'staff',
  params: v.object({ id: Id }),
  refusals: { NOT_ALLOWED: 403, CLINICIAN_NOT_FOUND: 404 },
})

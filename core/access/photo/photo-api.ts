import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id } from '../../kit/shapes.ts'
import { MOST_PHOTO_BYTES } from './photo.ts'

// A manager does it for a colleague, who gives care for themselves; for anybody else it is NOT_ALLOWED.

/** The picture, as it is, in the body: a square, or the middle of it is taken. It stands in the place of the one before. */
export const putPhoto = call({
  method: 'POST',
  path: '/desk/clinicians/:id/photo',
  access: 'staff',
  params: v.object({ id: Id }),
  upload: MOST_PHOTO_BYTES,
  reply: v.object({ photoUrl: v.string() }),
  refusals: {
    NOT_ALLOWED: 403,
    CLINICIAN_NOT_FOUND: 404,
    TOO_LARGE: 413,
    /** No JPEG, PNG or WebP, whatever it is called. */
    UNSUPPORTED_FILE: 415,
    /** Broken, or cut off. */
    FILE_UNREADABLE: 415,
    /** More pixels than anybody needs. */
    IMAGE_TOO_LARGE: 415,
    /** So few that a face would be a blur. */
    IMAGE_TOO_SMALL: 415,
    RATE_LIMITED: 429,
    TOO_SLOW: 408,
    BUSY: 503,
  },
})

/** Initials stand in its place. Asked again it is as good. */
export const removePhoto = call({
  method: 'DELETE',
  path: '/desk/clinicians/:id/photo',
  access: 'staff',
  params: v.object({ id: Id }),
  refusals: { NOT_ALLOWED: 403, CLINICIAN_NOT_FOUND: 404 },
})

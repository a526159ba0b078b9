// A clinician's portrait (decision 0120). It is public and so never handled as a health document.

/** Largest upload in bytes; the desk crops before it sends, which takes a tenth of that. */
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024
/** Shorter side in pixels: with fewer, a face of 128 points is blurred on a high-density screen. */
export const MIN_PHOTO_SIDE = 256

/** Rendered widths in pixels: for avatars of 40, 64 and 128 points at one and two pixels a point. */
export const PHOTO_WIDTHS = [40, 64, 128, 320] as const
/** In order of preference, the smaller format first: a browser takes the first that it supports. */
export const PHOTO_TYPES = ['avif', 'jpeg'] as const
export type PhotoType = (typeof PHOTO_TYPES)[number]

/** URL prefix of photos; it is followed by a random name of 32 hex digits and `/<width>.<type>`. */
export const PHOTO_PATH = '/uploads/photos/'

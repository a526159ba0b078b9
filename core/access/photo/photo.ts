// The portrait of who gives care (decision 0120): everybody may see it, so it is no document of anybody's health.

/** Bytes of a picture as it is sent; the desk sends a square that it cut out, of a tenth of that. */
export const MOST_PHOTO_BYTES = 5 * 1024 * 1024
/** Pixels of its shorter side: below, a face of 128 points on a good screen is a blur. */
export const LEAST_PHOTO_SIDE = 256

/** What it is drawn as, once: for faces of 40, 64 and 128 points, and twice that. */
export const PHOTO_WIDTHS = [40, 64, 128, 320] as const
/** The smaller one first: a browser takes the first that it can show. */
export const PHOTO_TYPES = ['avif', 'jpeg'] as const
export type PhotoType = (typeof PHOTO_TYPES)[number]

/** What an address of a photo begins with; its name comes next, 32 digits drawn by lot, then `/<width>.<type>`. */
export const PHOTO_PATH = '/uploads/photos/'

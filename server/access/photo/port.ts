import type { PhotoType } from '@cuida/core/access/photo/photo.ts'

/** A photo in one of its sizes, ready to be sent. */
export interface Drawing {
  width: number
  type: PhotoType
  bytes: Buffer
}
/** Codes of `core/access/photo/photo-api.ts`. */
export type PhotoProblem = 'FILE_UNREADABLE' | 'IMAGE_TOO_LARGE' | 'IMAGE_TOO_SMALL'
export type Drawn = { drawings: Drawing[] } | { problem: PhotoProblem }

/** Opens somebody's picture where it can do no harm, and draws a face of it in every size. */
export interface PhotoDrawer {
  draw(bytes: Buffer): Promise<Drawn>
}

import type { PhotoType } from '@cuida/core/access/photo/photo.ts'

export interface RenderedPhoto {
  width: number
  type: PhotoType
  bytes: Buffer
}
/** Refusal codes of `core/access/photo/photo-api.ts`. */
export type PhotoProblem = 'FILE_UNREADABLE' | 'IMAGE_TOO_LARGE' | 'IMAGE_TOO_SMALL'
export type DrawnPhoto = { drawings: RenderedPhoto[] } | { problem: PhotoProblem }

/** Decodes an uploaded picture in a sandboxed process and draws the photo in every size. */
export interface PhotoDrawer {
  draw(bytes: Buffer): Promise<DrawnPhoto>
}

import * as v from 'valibot'
import { Id, Moment } from '../../kit/shapes.ts'

/** What a file is kept as, and served as: every image becomes a JPEG. */
export const DocumentType = v.picklist(['image/jpeg', 'application/pdf'])
export type DocumentType = v.InferOutput<typeof DocumentType>

export const Document = v.object({
  id: Id,
  /** As its sender called it, without an ending; empty when it had no name. */
  name: v.string(),
  type: DocumentType,
  /** Bytes. */
  size: v.number(),
  uploadedAt: Moment,
  /** Waits for the check against malware, which is away: it can be opened later. */
  isWaiting: v.boolean(),
  /** It came with a digital signature. What is kept was written anew and has none: whoever needs it needs the original. */
  wasSigned: v.boolean(),
})
export type Document = v.InferOutput<typeof Document>

import * as v from 'valibot'
import { Id, Moment } from '../../kit/shapes.ts'

/** Type of the stored and served file: every image becomes a JPEG. */
export const DocumentType = v.picklist(['image/jpeg', 'application/pdf'])
export type DocumentType = v.InferOutput<typeof DocumentType>

export const Document = v.object({
  id: Id,
  /** The sender's file name without an extension; empty when it had none. */
  name: v.string(),
  type: DocumentType,
  /** In bytes. */
  size: v.number(),
  uploadedAt: Moment,
  /** The malware scanner is unavailable: the file can be opened after the check. */
  isWaiting: v.boolean(),
  /**
   * The upload had a digital signature. The stored copy is redrawn and has none; a reader who needs it needs the
   * original.
   */
  wasSigned: v.boolean(),
})
export type Document = v.InferOutput<typeof Document>

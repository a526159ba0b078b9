import type { DocumentType } from '@cuida/core/care/documents/document.ts'
import type { FileKind } from '@cuida/core/care/documents/document-rules.ts'
import type { DrawnPhoto } from '../../access/photo/port.ts'

/** Why a file is refused; codes of `core/care/documents/document-api.ts`. */
export type FileProblem = 'FILE_UNREADABLE' | 'IMAGE_TOO_LARGE' | 'PDF_ACTIVE' | 'PDF_LOCKED'
/**
 * The cleaned file, or why it is refused. `isSigned`: the original had a digital signature, which the cleaned copy
 * loses.
 */
export type CleaningResult = { type: DocumentType; bytes: Buffer; isSigned: boolean } | { problem: FileProblem }

/** The message from the server to the cleaning process; `face` is a portrait, every other kind a document. */
export interface CleaningTask {
  kind: FileKind | 'face'
  bytes: Uint8Array
}
export type CleaningAnswer = CleaningResult | DrawnPhoto

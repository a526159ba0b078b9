import type { DocumentType } from '@cuida/core/care/documents/document.ts'
import type { FileKind } from '@cuida/core/care/documents/document-rules.ts'
import type { Drawn } from '../../access/photo/port.ts'

/** Why a file cannot be kept; codes of `core/care/documents/document-api.ts`. */
export type FileProblem = 'FILE_UNREADABLE' | 'IMAGE_TOO_LARGE' | 'PDF_ACTIVE' | 'PDF_LOCKED'
/** What is kept of a file, or why nothing is. `isSigned`: it came with a digital signature, which what is kept has not. */
export type Cleaned = { type: DocumentType; bytes: Buffer; isSigned: boolean } | { problem: FileProblem }

/** What travels between a server and the process that opens files: `face` asks for a portrait, and not for a document. */
export interface CleaningTask {
  kind: FileKind | 'face'
  bytes: Uint8Array
}
export type CleaningAnswer = Cleaned | Drawn

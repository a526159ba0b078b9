import type { DocumentType } from '@cuida/core/care/documents/document.ts'
import type { FileKind } from '@cuida/core/care/documents/document-rules.ts'

/** Why a file cannot be kept; codes of `core/care/documents/document-api.ts`. */
export type FileProblem = 'FILE_UNREADABLE' | 'IMAGE_TOO_LARGE' | 'PDF_ACTIVE' | 'PDF_LOCKED'
/** What is kept of a file, or why nothing is. `isSigned`: it came with a digital signature, which what is kept has not. */
export type Cleaned = { type: DocumentType; bytes: Buffer; isSigned: boolean } | { problem: FileProblem }

/** What travels between a server and the process that opens files. */
export interface CleaningTask {
  kind: FileKind
  bytes: Uint8Array
}

import type { FileContent } from '@cuida/core/kit/call.ts'
import type { Services } from '../../services.ts'
import type { StoredDocument } from './document-store.ts'

/** Why there is nothing to open. The row is there in both cases, and somebody must hear of it. */
export type NoContent = 'DOCUMENT_NOT_FOUND' | 'DOCUMENT_UNREADABLE'

/** What somebody opens. A PDF from before they were written anew is made so on its way out; the record keeps what came. */
export async function contentOf(
  { files, log, cleaner }: Pick<Services, 'files' | 'log' | 'cleaner'>,
  consultationId: string,
  { file, type, isAnew }: StoredDocument,
): Promise<FileContent | NoContent> {
  const bytes = await files.get(file)
  if (!bytes) {
    log.error('a document has no file', { consultationId })
    return 'DOCUMENT_NOT_FOUND'
  }
  const made = isAnew || type !== 'application/pdf' ? { bytes } : await cleaner.clean('pdf', bytes)
  if ('bytes' in made) return new Blob([made.bytes as Uint8Array<ArrayBuffer>], { type })
  log.error('a document cannot be opened', { consultationId })
  return 'DOCUMENT_UNREADABLE'
}

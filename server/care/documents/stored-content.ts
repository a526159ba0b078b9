import type { FileContent } from '@cuida/core/kit/call.ts'
import type { Services } from '../../services.ts'
import type { StoredDocument } from './document-store.ts'

/** undefined: the row is there and its file is not, which somebody must hear of. */
export async function contentOf(
  { files, log }: Pick<Services, 'files' | 'log'>,
  consultationId: string,
  { file, type }: StoredDocument,
): Promise<FileContent | undefined> {
  const bytes = await files.get(file)
  if (!bytes) log.error('a document has no file', { consultationId })
  return bytes && new Blob([bytes as Uint8Array<ArrayBuffer>], { type })
}

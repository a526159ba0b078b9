import { removeDocument } from '@cuida/core/care/documents/document-api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { api } from '../../kit/api.ts'
import { useDeed } from '../../kit/deeds.ts'
import { OF_CARE } from '../queries.ts'

/** Takes one's own document back. Gone already is what was wanted. */
export const useRemoveDocument = (where: { id: string; documentId: string }, onRemoved: () => void) =>
  useDeed(() => api(removeDocument, where).catch(unlessGone), { onDone: onRemoved, stale: OF_CARE })

function unlessGone(error: unknown): null {
  if (error instanceof CallFailed && error.code === 'DOCUMENT_NOT_FOUND') return null
  throw error
}

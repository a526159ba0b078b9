import { removeDocument } from '@cuida/core/care/documents/document-api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'

/** Takes one's own document back. Gone already is what was wanted. */
export function useRemoveDocument(where: { id: string; documentId: string }, onRemoved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api(removeDocument, where).catch(unlessGone),
    onSuccess: onRemoved,
    onSettled: () => queries.invalidateQueries({ queryKey: ['consultations'] }),
  })
}

function unlessGone(error: unknown): null {
  if (error instanceof CallFailed && error.code === 'DOCUMENT_NOT_FOUND') return null
  throw error
}

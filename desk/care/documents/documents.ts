import type { Document } from '@cuida/core/care/documents/document.ts'
import { giveDocument } from '@cuida/core/care/documents/document-api.ts'
import { invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { createUpload } from '@cuida/ui/client/upload.ts'
import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { session } from '../../kit/api.ts'
import { CARE_QUERIES } from '../queries.ts'

const upload = createUpload({ app: 'desk', locale: currentLocale, session })

export const documentName = ({ name, type }: Pick<Document, 'name' | 'type'>): string =>
  name || t(type === 'application/pdf' ? 'desk.documents.aPdf' : 'desk.documents.aPhoto')

/**
 * Sends documents to patients. A retry of the same file reuses its idempotency key, so that a lost reply creates no
 * duplicate.
 */
export function createDocumentSender() {
  let last: { file: File; key: string } | undefined
  return async (id: string, file: File, onProgress: (done: number) => void): Promise<void> => {
    const isSame = last?.file.name === file.name && last.file.size === file.size
    const key = isSame && last ? last.key : crypto.randomUUID()
    last = { file, key }
    const { signal } = new AbortController()
    await upload(giveDocument, { id }, file, { key, name: file.name, signal, onProgress })
    last = undefined
  }
}

export function useSendDocument(id: string) {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<number>()
  const [failure, setFailure] = useState<unknown>()
  const [send] = useState(createDocumentSender)
  async function give(file: File): Promise<void> {
    setFailure(undefined)
    setProgress(0)
    try {
      await send(id, file, setProgress)
    } catch (error) {
      setFailure(error)
    }
    setProgress(undefined)
    await invalidateQueries(queries, CARE_QUERIES)
  }
  return { give: (file: File) => void give(file), progress, failure }
}

import type { Document } from '@cuida/core/care/documents/document.ts'
import { giveDocument } from '@cuida/core/care/documents/document-api.ts'
import { createUpload } from '@cuida/ui/client/upload.ts'
import { currentLocale, t } from '@cuida/ui/words/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { session } from '../../kit/api.ts'

const upload = createUpload({ app: 'desk', locale: currentLocale, session })

export const documentName = ({ name, type }: Pick<Document, 'name' | 'type'>): string =>
  name || t(type === 'application/pdf' ? 'desk.documents.aPdf' : 'desk.documents.aPhoto')

/** Gives the patient a file. The same file after a lost answer is the same document: it keeps its key until it is there. */
export function useGive(id: string) {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<number>()
  const [failure, setFailure] = useState<unknown>()
  const last = useRef<{ file: File; key: string }>(undefined)
  async function give(file: File): Promise<void> {
    const before = last.current
    const isSame = before?.file.name === file.name && before.file.size === file.size
    const key = isSame ? before.key : crypto.randomUUID()
    last.current = { file, key }
    setFailure(undefined)
    setProgress(0)
    const { signal } = new AbortController()
    try {
      await upload(giveDocument, { id }, file, { key, name: file.name, signal, onProgress: setProgress })
      last.current = undefined
    } catch (error) {
      setFailure(error)
    }
    setProgress(undefined)
    await queries.invalidateQueries({ queryKey: ['desk'] })
  }
  return { give: (file: File) => void give(file), progress, failure }
}

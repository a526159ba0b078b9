import { addDocument } from '@cuida/core/care/documents/document-api.ts'
import { createUpload } from '@cuida/ui/client/upload.ts'
import { currentLocale } from '@cuida/ui/words/words.ts'
import { session } from '../../kit/api.ts'
import { platform } from '../../platform/platform.ts'
import type { WaitingFile } from './waiting-files.ts'

const { tokenMode, apiUrl } = platform()
const send = createUpload({ app: 'patient', locale: currentLocale, session, tokenMode, base: apiUrl })

/** Adds a file to the consultation that it was chosen for; under its key it arrives once. */
export const sendFile = (
  { key, name, consultationId, content }: Pick<WaitingFile, 'key' | 'name' | 'consultationId' | 'content'>,
  signal: AbortSignal,
  onProgress: (done: number) => void,
) => send(addDocument, { id: consultationId }, content, { key, name, signal, onProgress })

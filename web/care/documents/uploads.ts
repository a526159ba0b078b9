import { addDocument } from '@cuida/core/care/documents/document-api.ts'
import { safeName } from '@cuida/core/care/documents/document-rules.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { createUpload } from '@cuida/ui/client/upload.ts'
import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import { useSyncExternalStore } from 'react'
import { session } from '../../kit/api.ts'
import { platform } from '../../platform/platform.ts'
import { prepare } from './prepare.ts'
import { UNSENT_FILES_KEY } from './unsent-files-key.ts'
import { type Upload, UploadQueue } from './upload-queue.ts'
import { storedFiles, type WaitingFile } from './waiting-files.ts'

const tabs = new BroadcastChannel('uploads')
const sentListeners = new Set<() => Promise<unknown>>()
/** Thumbnails of files sent since this page loaded; older ones have none and are not downloaded for it. */
const thumbnails = new Map<string, string>()
export const thumbnailOf = (documentId: string): string | undefined => thumbnails.get(documentId)
const storage = browserStorage()

const queue = new UploadQueue({
  files: storedFiles,
  async send(upload, signal, onProgress) {
    const { id } = await sendFile(upload, signal, onProgress)
    if (upload.thumbnail) thumbnails.set(id, upload.thumbnail)
  },
  alone: (work) => (navigator.locks ? navigator.locks.request('uploads', work) : work()),
  onSent: () => Promise.all([...sentListeners].map((listener) => listener())),
  onChange: () => tabs.postMessage(''),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

// After a reload, IncomingCall checks this mark for files to resume.
queue.subscribe(() =>
  queue.state().length > 0 ? storage.set(UNSENT_FILES_KEY, 'yes') : storage.remove(UNSENT_FILES_KEY),
)
tabs.addEventListener('message', () => void queue.reload())
window.addEventListener('online', queue.retry)
// An expired session keeps the files for their owner; a sign-out deletes them.
session.onChange((isSignedIn) => {
  if (isSignedIn) return
  thumbnails.clear()
  queue.close()
})

export const openUploads = (owner: string): void => void queue.open(owner)
export const dropUpload = (key: string): void => void queue.drop(key)
export const retryUploads = queue.retry

/** Registers a listener for arrived files; the queue awaits it. */
export function onSent(listener: () => Promise<unknown>): () => void {
  sentListeners.add(listener)
  return () => {
    sentListeners.delete(listener)
  }
}

/** Queues files. Those that would be refused are listed with the reason. */
export async function addFiles(consultationId: string, files: readonly (File | Blob)[]): Promise<void> {
  for (const file of files) {
    const name = safeName('name' in file ? file.name : '')
    const prepared = await prepare(file)
    const base = { key: crypto.randomUUID(), consultationId, name, addedAt: serverNow() }
    if (typeof prepared === 'string')
      await queue.add({ ...base, content: new Blob(), thumbnail: undefined, code: prepared })
    else await queue.add({ ...base, ...prepared, code: undefined })
  }
}

export function useUploads(consultationId: string): readonly Upload[] {
  const all = useSyncExternalStore(queue.subscribe, queue.state)
  return all.filter((upload) => upload.consultationId === consultationId)
}

const { tokenMode, apiUrl } = platform()
const send = createUpload({ app: 'patient', locale: currentLocale, session, tokenMode, base: apiUrl })

/** Uploads a file to its consultation; the idempotency key makes repeats harmless. */
export const sendFile = (
  { key, name, consultationId, content }: Pick<WaitingFile, 'key' | 'name' | 'consultationId' | 'content'>,
  signal: AbortSignal,
  onProgress: (done: number) => void,
) => send(addDocument, { id: consultationId }, content, { key, name, signal, onProgress })

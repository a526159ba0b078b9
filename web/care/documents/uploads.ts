import { addDocument } from '@cuida/core/care/documents/document-api.ts'
import { safeName } from '@cuida/core/care/documents/document-rules.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { createUpload } from '@cuida/ui/client/upload.ts'
import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import { useSyncExternalStore } from 'react'
import { session } from '../../kit/api.ts'
import { platform } from '../../platform/platform.ts'
import { LEFT } from './left-mark.ts'
import { prepare } from './prepare.ts'
import { type Upload, UploadQueue } from './upload-queue.ts'
import { storedFiles, type WaitingFile } from './waiting-files.ts'

const tabs = new BroadcastChannel('uploads')
const sentListeners = new Set<() => Promise<unknown>>()
/** Pictures of what was sent while this page lives: what was sent before has none, and is not fetched for one. */
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
  tell: () => tabs.postMessage(''),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

// Whoever comes back after a reload looks here whether there is anything to go on with (IncomingCall).
queue.subscribe(() => (queue.state().length > 0 ? storage.set(LEFT, 'yes') : storage.remove(LEFT)))
tabs.addEventListener('message', () => void queue.reload())
window.addEventListener('online', queue.retry)
// A session that ended by itself leaves the files for their owner; one that was left has nothing of theirs any more.
session.onChange((isSignedIn) => {
  if (isSignedIn) return
  thumbnails.clear()
  queue.close()
})

export const openUploads = (owner: string): void => void queue.open(owner)
export const dropUpload = (key: string): void => void queue.drop(key)
export const retryUploads = queue.retry

/** Hears that a file arrived, and is waited for. */
export function onSent(listener: () => Promise<unknown>): () => void {
  sentListeners.add(listener)
  return () => {
    sentListeners.delete(listener)
  }
}

/** Puts files into the line. Those that would be refused are there too, and say why. */
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

/** Adds a file to the consultation that it was chosen for; under its key it arrives once. */
export const sendFile = (
  { key, name, consultationId, content }: Pick<WaitingFile, 'key' | 'name' | 'consultationId' | 'content'>,
  signal: AbortSignal,
  onProgress: (done: number) => void,
) => send(addDocument, { id: consultationId }, content, { key, name, signal, onProgress })

import { type DeskConsultation, saveDraft } from '@cuida/core/care/queue/desk-api.ts'
import { isUnreachable, refusedWith } from '@cuida/ui/client/call-failed.ts'
import { useEffect, useRef, useState } from 'react'
import { session } from '../kit/api.ts'
import { createDrafts } from '../kit/drafts.ts'
import { type Notes, saveNotes } from './save-notes.ts'

/** By consultation, in memory only: no health data is stored on the device. */
const waiting = createDrafts<LeftNotes>()

/** The browser asks before it closes a window with unsaved notes. */
const askFirst = (event: Event): void => event.preventDefault()

const askWhileAnyWait = (event: Event): void => {
  if (waiting.size > 0) askFirst(event)
}

/** The unsaved notes of a consultation. Reading does not remove them, as React may render twice; `takeNotes` does. */
const leftNotes = (id: string): LeftNotes | undefined => waiting.get(id)

const takeNotes = (id: string): boolean => waiting.delete(id)

/**
 * `conflict`: another window saved in the meantime, and the clinician chooses a version. `failed`: saving is retried.
 */
export type SaveState = 'saved' | 'typing' | 'saving' | 'failed' | 'conflict'

export interface Draft {
  notes: Notes
  saving: SaveState
  failure: unknown
  write: (change: Partial<Notes>) => void
  /** Resolve a conflict: overwrite the server's version, or adopt it. */
  keepMine: () => void
  takeTheirs: () => void
}

const PAUSE_MS = 1_000
const RETRY_MS = 5_000

const notesOf = ({ text, privateText }: DeskConsultation['draft']): Notes => ({ text, privateText })
const isSame = (one: Notes, other: Notes): boolean => one.text === other.text && one.privateText === other.privateText

/**
 * Notes that save one second after the last key press, with an optimistic lock on the version last read: no window
 * overwrites another unnoticed.
 */
export function useDraft({ id, draft }: Pick<DeskConsultation, 'id' | 'draft'>): Draft {
  const [left] = useState(() => leftNotes(id))
  const [notes, setNotes] = useState(left?.notes ?? notesOf(draft))
  const [saving, setSaving] = useState<SaveState>(left ? 'typing' : 'saved')
  const [failure, setFailure] = useState<unknown>()
  const version = useRef(left?.version ?? draft.version)
  const written = useRef(notes)
  const kept = useRef(notesOf(draft))
  const going = useRef(Promise.resolve())

  // Shows what another window saved, while this one has no unsaved changes.
  useEffect(() => {
    if (saving !== 'saved' || draft.version <= version.current) return
    version.current = draft.version
    kept.current = notesOf(draft)
    written.current = kept.current
    setNotes(kept.current)
  }, [draft, saving])

  useEffect(() => {
    if (saving !== 'typing' && saving !== 'failed') return
    const timer = setTimeout(save, saving === 'failed' ? RETRY_MS : PAUSE_MS)
    return () => clearTimeout(timer)
  })

  useEffect(() => {
    if (saving !== 'conflict') return
    window.addEventListener('beforeunload', askFirst)
    return () => window.removeEventListener('beforeunload', askFirst)
  }, [saving])

  // Who turns to another patient, or closes the window, loses nothing that is not saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when this patient's notes leave the screen
  useEffect(() => {
    takeNotes(id)
    const leave = () => void keepLast()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  async function keepLast(): Promise<void> {
    await going.current.catch(() => {})
    if (isSame(kept.current, written.current)) return
    await send().catch((error) => leaveNotes(id, { notes: written.current, version: version.current }, error))
  }
  async function send(): Promise<void> {
    const sent = written.current
    version.current = await saveNotes(id, sent, version.current)
    kept.current = sent
  }
  async function save(): Promise<void> {
    setSaving('saving')
    try {
      going.current = send()
      await going.current
      setFailure(undefined)
      setSaving(isSame(kept.current, written.current) ? 'saved' : 'typing')
    } catch (error) {
      setFailure(error)
      setSaving(refusedWith(saveDraft, error, 'CHANGED_MEANWHILE') ? 'conflict' : 'failed')
    }
  }
  const put = (next: Notes) => {
    written.current = next
    setNotes(next)
  }
  return {
    notes,
    saving,
    failure,
    write(change) {
      put({ ...written.current, ...change })
      setSaving((now) => (now === 'saving' || now === 'conflict' ? now : 'typing'))
    },
    keepMine() {
      version.current = draft.version
      setFailure(undefined)
      setSaving('typing')
    },
    takeTheirs() {
      version.current = draft.version
      kept.current = notesOf(draft)
      setFailure(undefined)
      put(kept.current)
      setSaving('saved')
    },
  }
}

/** Unsaved notes, and the version on which they are based. */
interface LeftNotes {
  notes: Notes
  version: number
}

/**
 * Unsaved notes of a patient who left the screen stay in memory until the clinician returns. After a network failure
 * they are sent again until they arrive; after a refusal, such as a version conflict, the clinician decides.
 */
function leaveNotes(id: string, left: LeftNotes, failure: unknown): void {
  if (!session.isSignedIn()) return
  waiting.set(id, left)
  window.addEventListener('beforeunload', askWhileAnyWait)
  if (isUnreachable(failure)) setTimeout(() => void sendAgain(id, left), RETRY_MS)
}

async function sendAgain(id: string, left: LeftNotes): Promise<void> {
  const isWaiting = () => waiting.get(id) === left
  if (!isWaiting()) return
  try {
    await saveNotes(id, left.notes, left.version)
    if (isWaiting()) waiting.delete(id)
  } catch (failure) {
    if (isWaiting()) leaveNotes(id, left, failure)
  }
}

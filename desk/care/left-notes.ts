import { isUnreachable } from '@cuida/ui/client/call-failed.ts'
import { session } from '../kit/api.ts'
import { keptDrafts } from '../kit/drafts.ts'
import { type Notes, saveNotes } from './save-notes.ts'

/** Notes as a clinician left them, and the version that they were written over. */
export interface LeftNotes {
  notes: Notes
  version: number
}

const RETRY_MS = 5_000
/** By consultation. In memory alone: what is said of a patient stays on no device. */
const waiting = keptDrafts<LeftNotes>()

/** Who closes the window would lose them: the browser asks first. */
export const askFirst = (event: Event): void => event.preventDefault()
const askWhileAnyWait = (event: Event): void => {
  if (waiting.size > 0) askFirst(event)
}

/**
 * Notes that could not be saved when their patient left the screen wait for the clinician to come back to them. Lost on
 * the way, they are sent again until they arrive; refused, as where another window wrote over them, they wait for what
 * the clinician says to that.
 */
export function leaveNotes(id: string, left: LeftNotes, failure: unknown): void {
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

/** What was left of this consultation. It stays until `takeNotes`: a screen may be drawn twice. */
export const leftNotes = (id: string): LeftNotes | undefined => waiting.get(id)
export const takeNotes = (id: string): boolean => waiting.delete(id)

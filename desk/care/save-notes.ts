import { saveDraft } from '@cuida/core/care/queue/desk-api.ts'
import { api } from '../kit/api.ts'

/** A consultation's notes: for the patient, and for the care team only. */
export interface Notes {
  text: string
  privateText: string
}

/**
 * Saves with the version last read (optimistic lock) and returns the new version. `keepalive` lets the request finish
 * after the window closes.
 */
export const saveNotes = async (id: string, notes: Notes, version: number): Promise<number> =>
  (await api(saveDraft, { id, ...notes, version }, { keepalive: true })).version

import { saveDraft } from '@cuida/core/care/queue/desk-api.ts'
import { api } from '../kit/api.ts'

/** What a clinician writes of a consultation: for the patient, and for the care team alone. */
export interface Notes {
  text: string
  privateText: string
}

/** By the version last read; also while the window closes. Answers the version that it is now. */
export const saveNotes = async (id: string, notes: Notes, version: number): Promise<number> =>
  (await api(saveDraft, { id, ...notes, version }, { keepalive: true })).version

import { saveDraft } from '@cuida/core/care/queue/desk-api.ts'
import { api } from '../kit/api.ts'

/** By the version last read; also while the window closes. Answers the version that it is now. */
export const saveNotes = async (id: string, text: string, version: number): Promise<number> =>
  (await api(saveDraft, { id, text, version }, { keepalive: true })).version

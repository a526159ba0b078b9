import type { Document } from '@cuida/core/care/documents/document.ts'
import { hasWords, t } from '@cuida/ui/words/words.ts'

/** What its sender called it; else what it is. */
export const documentName = ({ name, type }: Pick<Document, 'name' | 'type'>): string =>
  name || t(type === 'application/pdf' ? 'care.documents.aPdf' : 'care.documents.aPhoto')

/** Why a file was not taken, and what to do. */
export function refusalWords(code: string): string {
  const key = `care.documents.problem.${code}`
  return t(hasWords(key) ? key : 'care.documents.problem.other')
}

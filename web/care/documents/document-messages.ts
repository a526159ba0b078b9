import type { Document } from '@cuida/core/care/documents/document.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'

/** The sender's name for it, else its type. */
export const documentName = ({ name, type }: Pick<Document, 'name' | 'type'>): string =>
  name || t(type === 'application/pdf' ? 'care.documents.aPdf' : 'care.documents.aPhoto')

/** Why a file was not taken, and what to do. */
export function refusalMessage(code: string): string {
  const key = `care.documents.problem.${code}`
  return t(hasMessage(key) ? key : 'care.documents.problem.other')
}

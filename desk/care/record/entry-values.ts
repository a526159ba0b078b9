import type { NewEntry } from '@cuida/core/care/record/history.ts'
import type { Writing } from './record-queries.ts'

/** As it is typed; the empty text is what was left out. */
export interface Values {
  text: string
  severity: NonNullable<NewEntry['severity']> | 'unknown'
  relative: NonNullable<NewEntry['relative']> | ''
  status: NewEntry['status']
  onset: string
  reason: string
}

export const typedOf = ({ text, severity, relative, onset, status }: NewEntry): Omit<Values, 'reason'> => ({
  text,
  severity: severity ?? 'unknown',
  relative: relative ?? '',
  status,
  onset: onset ?? '',
})

/** What is only of allergies, or of relatives, is said of nothing else. */
export function entryOf(kind: NewEntry['kind'], values: Values): NewEntry {
  return {
    kind,
    text: values.text.trim(),
    onset: values.onset.trim() || null,
    severity: kind === 'allergy' && values.severity !== 'unknown' ? values.severity : null,
    status: values.status,
    relative: kind === 'family' ? values.relative || null : null,
  }
}

/** What the dialog begins with. */
export interface Draft {
  writing: Writing
  entry: NewEntry
}

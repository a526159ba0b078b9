import type { NewEntry } from '@cuida/core/care/record/history.ts'
import type { EntryChange } from './record-queries.ts'

/** The form's values; an empty text means that nothing was given. */
export interface Values {
  text: string
  severity: NonNullable<NewEntry['severity']> | 'unknown'
  relative: NonNullable<NewEntry['relative']> | ''
  status: NewEntry['status']
  onset: string
  reason: string
}

export const entryFormValues = ({ text, severity, relative, onset, status }: NewEntry): Omit<Values, 'reason'> => ({
  text,
  severity: severity ?? 'unknown',
  relative: relative ?? '',
  status,
  onset: onset ?? '',
})

/** Fields of allergies or of relatives are left out for other kinds. */
export function entryInput(kind: NewEntry['kind'], values: Values): NewEntry {
  return {
    kind,
    text: values.text.trim(),
    onset: values.onset.trim() || null,
    severity: kind === 'allergy' && values.severity !== 'unknown' ? values.severity : null,
    status: values.status,
    relative: kind === 'family' ? values.relative || null : null,
  }
}

/** The initial state of the dialog. */
export interface Draft {
  writing: EntryChange
  entry: NewEntry
}

import { type Form, useForm } from '@cuida/ui/forms/use-form.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { useEffect, useState } from 'react'
import { keptDrafts } from '../../kit/drafts.ts'
import { onFields } from '../../kit/field-refusals.ts'
import { type ColleagueValues, colleagueProblems } from './colleague-values.ts'
import { languageName } from './language-names.ts'

export interface ColleagueForm extends Form<ColleagueValues> {
  /** It was begun before, and goes on from there. */
  isResumed: boolean
  /** Whoever begins again, or leaves it, keeps nothing of it. */
  forget: () => void
}

interface ColleagueSettings {
  /** What it is kept under until it is sent. */
  draft: string
  initial: ColleagueValues
  /** Those of the texts. */
  languages: readonly string[]
  submit: (values: ColleagueValues) => Promise<unknown>
}

const drafts = keptDrafts<ColleagueValues>()

/** Whether something was begun under this name, and neither sent nor left. */
export const isBegun = (draft: string): boolean => drafts.get(draft) !== undefined

/** Refusals that are about one field. */
const FIELDS = { EMAIL_TAKEN: 'email', PRODUCT_NOT_FOUND: 'products', UNKNOWN_TIME_ZONE: 'timeZone' }

/** Writes a colleague, new or known. Half a page is kept while somebody looks at something else. */
export function useColleagueForm({ draft, initial, languages, submit }: ColleagueSettings): ColleagueForm {
  // Over what is known now: a language that came since has its fields.
  const [{ begun, first }] = useState(() => {
    const kept = drafts.get(draft)
    return { begun: kept !== undefined, first: { ...initial, ...kept } }
  })
  const form = useForm<ColleagueValues>({
    initial: first,
    check: (values) => colleagueProblems(values, languages),
    submit: async (values) => {
      await onFields(FIELDS, () => submit(values))
      drafts.delete(draft)
    },
    message: problemMessage,
  })
  const { values } = form
  useEffect(() => {
    if (values !== first) drafts.set(draft, values)
  }, [draft, values, first])
  return { ...form, isResumed: begun, forget: () => void drafts.delete(draft) }
}

/** The message of a refusal, else of the invalid field. */
function problemMessage(field: string, code: string): string {
  if (code !== 'INVALID' && hasMessage(`desk.error.${code}`)) return t(`desk.error.${code}`)
  const [noun = '', language] = field.split('.')
  return t(`desk.team.problem.${noun}`, language ? { language: languageName(language) } : undefined)
}

import { type Form, useForm } from '@cuida/ui/forms/use-form.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { useEffect, useState } from 'react'
import { createDrafts } from '../../kit/drafts.ts'
import { mapFieldRefusals } from '../../kit/field-refusals.ts'
import { type ColleagueValues, colleagueProblems } from './colleague-values.ts'
import { languageName } from './language-names.ts'

export interface ColleagueForm extends Form<ColleagueValues> {
  /** The form continues an earlier draft. */
  isResumed: boolean
  /** Deletes the draft, to start again or to leave the form. */
  forget: () => void
}

interface ColleagueSettings {
  /** The key under which the draft is kept until it is sent. */
  draft: string
  initial: ColleagueValues
  /** The languages of the profile texts. */
  languages: readonly string[]
  submit: (values: ColleagueValues) => Promise<unknown>
}

const drafts = createDrafts<ColleagueValues>()

/** Whether an unsent draft exists under this key. */
export const hasDraft = (draft: string): boolean => drafts.get(draft) !== undefined

/** Refusals that belong to one field. */
const FIELDS = { EMAIL_TAKEN: 'email', PRODUCT_NOT_FOUND: 'products', UNKNOWN_TIME_ZONE: 'timeZone' }

/** The form for a new or existing colleague. Its draft survives while the user visits another page. */
export function useColleagueForm({ draft, initial, languages, submit }: ColleagueSettings): ColleagueForm {
  // The draft is merged over the current values, so that a language added since then has its fields.
  const [{ begun, first }] = useState(() => {
    const storedDraft = drafts.get(draft)
    return { begun: storedDraft !== undefined, first: { ...initial, ...storedDraft } }
  })
  const form = useForm<ColleagueValues>({
    initial: first,
    check: (values) => colleagueProblems(values, languages),
    submit: async (values) => {
      await mapFieldRefusals(FIELDS, () => submit(values))
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

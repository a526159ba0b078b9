import { type Form, useForm } from '@cuida/ui/forms/use-form.ts'
import { hasWords, t } from '@cuida/ui/words/words.ts'
import { onFields } from '../kit/field-refusals.ts'
import { type ColleagueValues, colleagueProblems } from './colleague-values.ts'
import { languageName } from './language-names.ts'

export type ColleagueForm = Form<ColleagueValues>

/** Refusals that are about one field. */
const FIELDS = { EMAIL_TAKEN: 'email', PRODUCT_NOT_FOUND: 'products', UNKNOWN_TIME_ZONE: 'timeZone' }

/** Writes a colleague, new or known: `languages` are those of the texts. */
export const useColleagueForm = (
  initial: ColleagueValues,
  languages: readonly string[],
  submit: (values: ColleagueValues) => Promise<unknown>,
): ColleagueForm =>
  useForm<ColleagueValues>({
    initial,
    check: (values) => colleagueProblems(values, languages),
    submit: (values) => onFields(FIELDS, () => submit(values)),
    words: problemWords,
  })

/** A refusal in its own words; else what the field wants, in which language. */
function problemWords(field: string, code: string): string {
  if (code !== 'INVALID' && hasWords(`desk.error.${code}`)) return t(`desk.error.${code}`)
  const [noun = '', language] = field.split('.')
  return t(`desk.team.problem.${noun}`, language ? { language: languageName(language) } : undefined)
}

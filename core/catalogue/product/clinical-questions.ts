import type { ClinicalSubject } from './question.ts'

/** The two option keys of "do you have any": fixed for all products, so that the server can read the answers. */
export const NONE_KNOWN = 'none-known'
export const YES = 'yes'

interface Asking {
  type: string
  key: string
  required?: boolean | null
  about?: ClinicalSubject | null | undefined
  options?: readonly { value: string }[] | null | undefined
  askedWhen?: { question: string; answers: readonly (string | boolean)[] } | null | undefined
  askedOf?: object | null | undefined
}

/**
 * Whether these questions ask about a subject without treating a missing answer as "none": one required, unconditional
 * choice between `NONE_KNOWN` and `YES`, and one required text after `YES`. No imports at run time, because the
 * validation of Strapi's admin panel is built from this module (content/cms/strapi-app.ts).
 */
export function asksBeforePrescribing(questions: readonly Asking[], subject: ClinicalSubject): boolean {
  const [choice, which, ...more] = questions.filter(({ about }) => about === subject)
  if (!choice || !which || more.length > 0 || !choice.required || !which.required || choice.askedWhen) return false
  if (choice.askedOf || which.askedOf) return false
  const values = choice.options?.map(({ value }) => value).sort()
  const { question, answers } = which.askedWhen ?? {}
  return (
    choice.type === 'radio' &&
    values?.join() === [NONE_KNOWN, YES].join() &&
    which.type === 'text' &&
    question === choice.key &&
    answers?.join() === YES
  )
}

import type { ClinicalSubject } from './question.ts'

/** The two answers to "do you have any": they are the same in every product, so that the server can read them. */
export const NONE_KNOWN = 'none-known'
export const YES = 'yes'

interface Asking {
  type: string
  key: string
  required?: boolean | null
  about?: ClinicalSubject | null | undefined
  options?: readonly { value: string }[] | null | undefined
  askedWhen?: { question: string; answers: readonly (string | boolean)[] } | null | undefined
}

/**
 * Whether these questions ask about a subject so that silence cannot be mistaken for "none": one required choice between
 * `NONE_KNOWN` and `YES`, which is always asked, and one required text after `YES`. Imports nothing at run time, because the
 * rules of Strapi's panel are built from it (content/cms/strapi-app.ts).
 */
export function asksBeforePrescribing(questions: readonly Asking[], subject: ClinicalSubject): boolean {
  const [choice, which, ...more] = questions.filter(({ about }) => about === subject)
  if (!choice || !which || more.length > 0 || !choice.required || !which.required || choice.askedWhen) return false
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

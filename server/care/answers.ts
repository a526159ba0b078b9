import type { OrderedSymptom } from '@cuida/core/booking/questions/visible-questions.ts'
import { type AnsweredQuestion, answersAsText, urgentText } from '@cuida/core/care/answers.ts'
import { type Statements, statementOf } from '@cuida/core/care/record/statement.ts'
import type { ClinicalSubject, Question } from '@cuida/core/catalogue/product/question.ts'
import { createTranslator } from '../kit/i18n/translator.ts'
import type { Services } from '../services.ts'

interface Ordered {
  productSlug: string
  symptoms: readonly OrderedSymptom[]
}

/** A patient's answers, labelled in the reader's language. */
export async function answersOf(services: Services, ordered: Ordered, locale: string): Promise<AnsweredQuestion[]> {
  if (ordered.symptoms.length === 0) return []
  const { questions, words } = await readingOf(services, ordered, locale)
  return answersAsText(ordered.symptoms, questions, words)
}

/** The answers that may mean an emergency, as text in the reader's language; null when there are none. */
export async function urgentOf(services: Services, ordered: Ordered, locale: string): Promise<string | null> {
  if (!ordered.symptoms.some(({ urgent }) => urgent)) return null
  const { questions, words } = await readingOf(services, ordered, locale)
  return urgentText(ordered.symptoms, questions, words) ?? null
}

/** What the patient stated about allergies and medicines in this booking. */
export async function statementsIn(
  services: Services,
  { productSlug, symptoms, bookedAt }: Ordered & { bookedAt: string },
  locale: string,
): Promise<Statements> {
  const questions = questionsOf(services, productSlug, locale)
  const one = (subject: ClinicalSubject) => statementOf(subject, symptoms, questions, bookedAt)
  return { allergies: one('allergies'), medicines: one('medicines') }
}

/** The current questions of a product; empty when the product no longer exists. */
export const questionsOf = ({ content }: Services, productSlug: string, locale: string): Question[] =>
  content.product(productSlug, locale)?.symptomCollector ?? []

async function readingOf(services: Services, { productSlug }: Ordered, locale: string) {
  // Without the content service the consultation still opens: answers then appear beside the question keys.
  const questions = questionsOf(services, productSlug, locale)
  const translate = createTranslator(locale, services.catalogueFor(locale))
  const words = { yes: translate('care.answer.yes'), no: translate('care.answer.no') }
  return { questions, words }
}

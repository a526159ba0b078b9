import type { ContactMethod, Symptom } from '@cuida/core/booking/cart/cart.ts'
import { type Answer, answerProblems, summaryProblem } from '@cuida/core/booking/questions/answers.ts'
import { questionsFor } from '@cuida/core/booking/questions/questions-for.ts'
import { visibleQuestions } from '@cuida/core/booking/questions/visible-questions.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Question } from '@cuida/core/catalogue/product/question.ts'
import type { Booking } from '../cart/booking.ts'
import type { AnswerRules } from './use-answer-rules.ts'

export const answerTo = (symptoms: readonly Symptom[], key: string): Answer | undefined =>
  symptoms.find(({ questionId }) => questionId === key)?.answer

/**
 * Replaces one answer. A withdrawn answer stays as a blank one: the server merges answers one by one and would keep
 * an omitted one.
 */
export function withAnswer(symptoms: readonly Symptom[], questionId: string, answer: Answer): Symptom[] {
  const others = symptoms.filter((symptom) => symptom.questionId !== questionId)
  return [...others, { questionId, answer }]
}

type Choices = Extract<Question, { type: 'multipleChoice' }>['options']

/** The choices after a tick. An exclusive option ("None of these") and the others deselect each other. */
export function resolveChoices(options: Choices, before: readonly string[], after: readonly string[]): string[] {
  const exclusive = (value: string) => options.some((option) => option.value === value && option.exclusive)
  const added = after.find((value) => !before.includes(value))
  if (added === undefined) return [...after]
  return exclusive(added) ? [added] : after.filter((value) => !exclusive(value))
}

/** Contact methods of this product that the partner supports; never empty while the product is offered. */
export const contactMethods = (product: Pick<Product, 'contactMethods'>, partner: readonly ContactMethod[]) =>
  product.contactMethods.filter((method) => partner.includes(method))

/**
 * The first step that a booking still needs before a time can be chosen: the number of an open or unconfirmed
 * question, or the summary.
 */
export function missingStep(
  product: Product,
  booking: Booking,
  { allowed, personOf }: AnswerRules,
): { step: 'questions'; at: number } | { step: 'summary' } | undefined {
  const questions = questionsFor(product.symptomCollector, personOf(booking.patientId))
  const problems = answerProblems(questions, booking.symptoms, allowed)
  const at = visibleQuestions(questions, booking.symptoms).findIndex(
    ({ key }) => problems[key] || booking.toConfirm?.includes(key),
  )
  if (at >= 0) return { step: 'questions', at }
  const hasSummary = !summaryProblem(booking.summary, questions) && booking.contactMethod
  const confirmed = booking.mode === 'later' || booking.ageConfirmed
  return hasSummary && confirmed ? undefined : { step: 'summary' }
}

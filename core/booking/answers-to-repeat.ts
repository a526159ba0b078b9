import type { Question } from '../catalogue/product/question.ts'
import type { Symptom } from './cart/cart.ts'
import { answerProblem } from './questions/answers.ts'
import { visibleAnswers } from './questions/visible-questions.ts'

/**
 * The answers of a past consultation that pre-fill a new one of the same product. Warning signs must be current: a
 * question with urgent answers is asked again, and so are its dependent questions. A product does not say which other
 * answers are history, so the app shows each of them for the patient to confirm.
 */
export function answersToRepeat(questions: readonly Question[], past: readonly Symptom[], allowed: number): Symptom[] {
  const valid = questions.flatMap((question) => {
    const answer = past.find(({ questionId }) => questionId === question.key)?.answer
    if (answer === undefined || question.urgent || answerProblem(question, answer, allowed)) return []
    return [{ questionId: question.key, answer }]
  })
  return visibleAnswers(questions, valid)
}

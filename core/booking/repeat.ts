import type { Question } from '../catalogue/product/question.ts'
import type { Symptom } from './cart/cart.ts'
import { answerProblem } from './questions/answers.ts'
import { answersThatCount } from './questions/asked.ts'

/**
 * The answers of a past consultation that a new one of the same product begins with. Warning signs are a matter of today: a
 * question that has urgent answers is asked again, and so is every question that is asked only because of one. Whether another
 * answer is history or of today no product says, so the app shows each of them for the patient to confirm.
 */
export function answersToRepeat(questions: readonly Question[], past: readonly Symptom[], allowed: number): Symptom[] {
  const valid = questions.flatMap((question) => {
    const answer = past.find(({ questionId }) => questionId === question.key)?.answer
    if (answer === undefined || question.urgent || answerProblem(question, answer, allowed)) return []
    return [{ questionId: question.key, answer }]
  })
  return answersThatCount(questions, valid)
}

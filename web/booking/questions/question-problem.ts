import { type Answer, type AnswerProblem, answerProblem, mostOf } from '@cuida/core/booking/questions/answers.ts'
import type { Question } from '@cuida/core/catalogue/product/question.ts'
import { holdsCardNumber } from '@cuida/core/kit/card-number.ts'
import { lengthOf } from '@cuida/core/kit/text-length.ts'
import { t } from '@cuida/ui/words/words.ts'

/** The server refuses every text that holds a card number (product 6.5); it is said here before anything is lost. */
export type Problem = AnswerProblem | 'CARD_NUMBER_REFUSED'

/** `allowed`: characters, by the partner’s `maximumLengthAllowed`. */
export function problemWith(question: Question, answer: Answer | undefined, allowed: number): Problem | undefined {
  if (typeof answer === 'string' && question.type === 'text' && holdsCardNumber(answer)) return 'CARD_NUMBER_REFUSED'
  return answerProblem(question, answer, allowed)
}

/** What to do about it, in the words that fit the kind of question. */
export function questionProblemWords(
  question: Question,
  { answer, problem, allowed }: { answer: Answer | undefined; problem: Problem; allowed: number },
): string {
  if (problem === 'CARD_NUMBER_REFUSED') return t('booking.problem.card')
  if (problem === 'TOO_LONG' && question.type === 'text' && typeof answer === 'string')
    return t('booking.problem.tooLong', { max: mostOf(question, allowed), count: lengthOf(answer) })
  return t(`booking.problem.${question.type}`)
}

import type { Question } from '../../catalogue/product/question.ts'
import { SUMMARY_MAX, SUMMARY_MIN } from '../../kit/assumptions.ts'
import { lengthOf, lengthProblem } from '../../kit/text-length.ts'
import type { Symptom } from '../cart/cart.ts'
import { askedQuestions } from './asked.ts'

export type AnswerProblem = 'REQUIRED' | 'INVALID' | 'TOO_LONG'
export type Answer = Symptom['answer']

/** An answer that says nothing counts as none: blank text, or no choice. */
const isBlank = (answer: Answer | undefined): boolean =>
  answer === undefined ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (Array.isArray(answer) && answer.length === 0)

/** Characters that a text may have: what the question says, and never more than the partner allows. */
export const mostOf = ({ maxLength }: { maxLength?: number | null | undefined }, allowed: number): number =>
  Math.min(maxLength ?? allowed, allowed)

/** What is wrong with the answer to one question; undefined when nothing is. `allowed`: maximumLengthAllowed. */
export function answerProblem(
  question: Question,
  answer: Answer | undefined,
  allowed: number,
): AnswerProblem | undefined {
  if (answer === undefined || isBlank(answer)) return question.required ? 'REQUIRED' : undefined
  switch (question.type) {
    case 'yesNo':
      return typeof answer === 'boolean' ? undefined : 'INVALID'
    case 'radio':
      return question.options.some(({ value }) => value === answer) ? undefined : 'INVALID'
    case 'multipleChoice':
      return isChoice(question, answer) ? undefined : 'INVALID'
    case 'slider':
      return isOnScale(question, answer) ? undefined : 'INVALID'
    case 'text':
      if (typeof answer !== 'string') return 'INVALID'
      return lengthOf(answer) > mostOf(question, allowed) ? 'TOO_LONG' : undefined
  }
}

function isChoice({ options }: Extract<Question, { type: 'multipleChoice' }>, answer: Answer): boolean {
  if (!Array.isArray(answer) || new Set(answer).size !== answer.length) return false
  const chosen = options.filter(({ value }) => answer.includes(value))
  const alone = chosen.some(({ exclusive }) => exclusive)
  return chosen.length === answer.length && (!alone || chosen.length === 1)
}

function isOnScale({ min, max, step }: Extract<Question, { type: 'slider' }>, answer: Answer): boolean {
  if (typeof answer !== 'number' || !(answer >= min && answer <= max)) return false
  const steps = (answer - min) / step
  // Steps such as 0.1 are not exact in binary.
  return answer === max || Math.abs(steps - Math.round(steps)) < 1e-6
}

/** Problems by the question's key; empty when the collector is complete. Only what is asked has to be answered. */
export function answerProblems(
  questions: readonly Question[],
  symptoms: readonly Symptom[],
  allowed: number,
): Record<string, AnswerProblem> {
  const answers = new Map(symptoms.map(({ questionId, answer }) => [questionId, answer]))
  const problems: Record<string, AnswerProblem> = {}
  for (const question of askedQuestions(questions, symptoms)) {
    const problem = answerProblem(question, answers.get(question.key), allowed)
    if (problem) problems[question.key] = problem
  }
  return problems
}

/** Places of the texts that are longer than the partner allows: nothing of them is kept, however unfinished the rest is. */
export function overlongAt(questions: readonly Question[], symptoms: readonly Symptom[], allowed: number): number[] {
  const texts = new Set(questions.filter(({ type }) => type === 'text').map(({ key }) => key))
  const isOver = ({ questionId, answer }: Symptom) =>
    texts.has(questionId) && typeof answer === 'string' && lengthOf(answer) > allowed
  return symptoms.flatMap((symptom, at) => (isOver(symptom) ? [at] : []))
}

export type SummaryProblem = 'REQUIRED' | 'TOO_SHORT' | 'TOO_LONG'

/** What the patient tells in their own words: 10 to 1,000 characters (product 5.1), blanks around it not counted. */
export function summaryProblem(summary: string | null | undefined): SummaryProblem | undefined {
  if (isBlank(summary ?? '')) return 'REQUIRED'
  return lengthProblem(summary ?? '', SUMMARY_MIN, SUMMARY_MAX)
}

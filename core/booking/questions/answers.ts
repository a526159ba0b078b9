import type { Question } from '../../catalogue/product/question.ts'
import { SUMMARY_MAX, SUMMARY_MIN } from '../../kit/assumptions.ts'
import { lengthOf, lengthProblem } from '../../kit/text-length.ts'
import type { Symptom } from '../cart/cart.ts'
import { visibleQuestions } from './visible-questions.ts'

export type AnswerProblem = 'REQUIRED' | 'INVALID' | 'TOO_LONG'
export type Answer = Symptom['answer']

/** An empty answer counts as no answer: blank text or no choice. */
export const isBlank = (answer: Answer | undefined): boolean =>
  answer === undefined ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (Array.isArray(answer) && answer.length === 0)

/** Length limit of a text in characters: the question's own, at most the partner's. */
export const maxLengthOf = ({ maxLength }: { maxLength?: number | null | undefined }, allowed: number): number =>
  Math.min(maxLength ?? allowed, allowed)

/** The problem of one answer; undefined for none. `allowed` is the partner's `maximumLengthAllowed`. */
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
      return lengthOf(answer) > maxLengthOf(question, allowed) ? 'TOO_LONG' : undefined
  }
}

function isChoice({ options }: Extract<Question, { type: 'multipleChoice' }>, answer: Answer): boolean {
  if (!Array.isArray(answer) || new Set(answer).size !== answer.length) return false
  const selectedOptions = options.filter(({ value }) => answer.includes(value))
  const alone = selectedOptions.some(({ exclusive }) => exclusive)
  return selectedOptions.length === answer.length && (!alone || selectedOptions.length === 1)
}

function isOnScale({ min, max, step }: Extract<Question, { type: 'slider' }>, answer: Answer): boolean {
  if (typeof answer !== 'number' || !(answer >= min && answer <= max)) return false
  // A typed number may lie between two steps: a step of 5 mg/dl must not refuse 97.
  return decimalsOf(answer) <= Math.max(decimalsOf(step), decimalsOf(min), decimalsOf(max))
}

const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0

/**
 * Problems by the question's key; empty when the questionnaire is complete. Only visible questions need an answer.
 */
export function answerProblems(
  questions: readonly Question[],
  symptoms: readonly Symptom[],
  allowed: number,
): Record<string, AnswerProblem> {
  const answers = new Map(symptoms.map(({ questionId, answer }) => [questionId, answer]))
  const problems: Record<string, AnswerProblem> = {}
  for (const question of visibleQuestions(questions, symptoms)) {
    const problem = answerProblem(question, answers.get(question.key), allowed)
    if (problem) problems[question.key] = problem
  }
  return problems
}

/** Indexes of the texts that exceed the partner's limit: they are never stored, even in an unfinished cart. */
export function findOverlongTexts(
  questions: readonly Question[],
  symptoms: readonly Symptom[],
  allowed: number,
): number[] {
  const texts = new Set(questions.filter(({ type }) => type === 'text').map(({ key }) => key))
  const isOver = ({ questionId, answer }: Symptom) =>
    texts.has(questionId) && typeof answer === 'string' && lengthOf(answer) > allowed
  return symptoms.flatMap((symptom, at) => (isOver(symptom) ? [at] : []))
}

export type SummaryProblem = 'REQUIRED' | 'TOO_SHORT' | 'TOO_LONG'

/**
 * The patient's own description has 10 to 1,000 characters (product 5.1), without surrounding blanks. It is optional
 * for a patient who was asked questions, whose answers describe the reason already.
 */
export function summaryProblem(
  summary: string | null | undefined,
  questions: readonly Question[],
): SummaryProblem | undefined {
  if (isBlank(summary ?? '')) return questions.length === 0 ? 'REQUIRED' : undefined
  return lengthProblem(summary ?? '', SUMMARY_MIN, SUMMARY_MAX)
}

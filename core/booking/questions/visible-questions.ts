import type { ClinicalSubject, Question } from '../../catalogue/product/question.ts'
import type { Symptom } from '../cart/cart.ts'

type Answer = Symptom['answer']

/** Whether an answer, or one of several choices, is among these. */
const isOneOf = (answers: readonly (string | boolean)[], answer: Answer | undefined): boolean =>
  (Array.isArray(answer) ? answer : [answer]).some((one) => answers.some((each) => each === one))

/**
 * The visible questions for these answers, in order. A dependent question is hidden when its parent is hidden or
 * answered otherwise; its answer is kept but does not count meanwhile.
 */
export function visibleQuestions(questions: readonly Question[], symptoms: readonly Symptom[]): Question[] {
  const answers = new Map(symptoms.map(({ questionId, answer }) => [questionId, answer]))
  const visibleKeys = new Set<string>()
  return questions.filter(({ key, askedWhen }) => {
    if (
      askedWhen &&
      !(visibleKeys.has(askedWhen.question) && isOneOf(askedWhen.answers, answers.get(askedWhen.question)))
    )
      return false
    visibleKeys.add(key)
    return true
  })
}

/** Answers to visible questions: these are what a clinician reads. */
export function visibleAnswers(questions: readonly Question[], symptoms: readonly Symptom[]): Symptom[] {
  const visibleKeys = new Set(visibleQuestions(questions, symptoms).map(({ key }) => key))
  return symptoms.filter(({ questionId }) => visibleKeys.has(questionId))
}

/** An answer as it was ordered. */
export interface OrderedSymptom extends Symptom {
  /** Values that may mean an emergency, as the product defined them at the time of the order. */
  urgent?: (string | boolean)[]
  /** Clinical subject of the question, as the product defined it at the time of the order. */
  about?: ClinicalSubject
}

/**
 * Marks answers that may mean an emergency or concern allergies or medicines. Marks in the request are dropped: only
 * the server sets them.
 */
export const flagClinicalAnswers = (questions: readonly Question[], symptoms: readonly Symptom[]): OrderedSymptom[] =>
  symptoms.map(({ questionId, answer }) => {
    const question = questions.find(({ key }) => key === questionId)
    const urgent = (question?.urgent?.answers ?? []).filter((one) => isOneOf([one], answer))
    const about = question?.about
    return { questionId, answer, ...(urgent.length > 0 ? { urgent } : {}), ...(about ? { about } : {}) }
  })

/** Whether an answer may mean an emergency, which must not wait for a booking. */
export const isUrgent = ({ urgent }: Question, answer: Answer | undefined): boolean =>
  urgent ? isOneOf(urgent.answers, answer) : false

import type { ClinicalSubject, Question } from '../../catalogue/product/question.ts'
import type { Symptom } from '../cart/cart.ts'

type Answer = Symptom['answer']

/** Whether an answer is one of these, or, where several were chosen, has one of them. */
const isOneOf = (answers: readonly (string | boolean)[], answer: Answer | undefined): boolean =>
  (Array.isArray(answer) ? answer : [answer]).some((one) => answers.some((each) => each === one))

/**
 * The questions that these answers lead to, in order. One that was asked only because of another is no longer asked when
 * that one is not, or is answered otherwise; its answer is kept, and does not count meanwhile.
 */
export function askedQuestions(questions: readonly Question[], symptoms: readonly Symptom[]): Question[] {
  const answers = new Map(symptoms.map(({ questionId, answer }) => [questionId, answer]))
  const asked = new Set<string>()
  return questions.filter(({ key, askedWhen }) => {
    if (askedWhen && !(asked.has(askedWhen.question) && isOneOf(askedWhen.answers, answers.get(askedWhen.question))))
      return false
    asked.add(key)
    return true
  })
}

/** The answers that count: to questions that were asked. What a clinician reads is this. */
export function answersThatCount(questions: readonly Question[], symptoms: readonly Symptom[]): Symptom[] {
  const asked = new Set(askedQuestions(questions, symptoms).map(({ key }) => key))
  return symptoms.filter(({ questionId }) => asked.has(questionId))
}

/** An answer as it was ordered. */
export interface OrderedSymptom extends Symptom {
  /** Those of it that may mean an emergency, as the product said when it was ordered. */
  urgent?: (string | boolean)[]
  /** What the question was about, as the product said when it was ordered. */
  about?: ClinicalSubject
}

/**
 * Marks what may mean an emergency and what is about allergies or medicines. Only the server's word counts: a mark that came
 * with an answer is dropped.
 */
export const markAnswers = (questions: readonly Question[], symptoms: readonly Symptom[]): OrderedSymptom[] =>
  symptoms.map(({ questionId, answer }) => {
    const question = questions.find(({ key }) => key === questionId)
    const urgent = (question?.urgent?.answers ?? []).filter((one) => isOneOf([one], answer))
    const about = question?.about
    return { questionId, answer, ...(urgent.length > 0 ? { urgent } : {}), ...(about ? { about } : {}) }
  })

/** Whether an answer may mean an emergency, which no booking should wait for. */
export const isUrgent = ({ urgent }: Question, answer: Answer | undefined): boolean =>
  urgent ? isOneOf(urgent.answers, answer) : false

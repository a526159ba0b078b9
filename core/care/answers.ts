import type { Symptom } from '../booking/cart/cart.ts'
import type { OrderedSymptom } from '../booking/questions/visible-questions.ts'
import type { Question } from '../catalogue/product/question.ts'

export interface AnsweredQuestion {
  question: string
  answer: string
}

interface Words {
  yes: string
  no: string
}

/**
 * A patient's answers as the clinician reads them, in the order of the questions. An answer whose question has since
 * been removed from the product is shown under its key, so that nothing the patient said is lost.
 */
export function answersAsText(
  symptoms: readonly Symptom[],
  questions: readonly Question[],
  labels: Words,
): AnsweredQuestion[] {
  const answeredQuestions = questions.flatMap((question) => {
    const symptom = symptoms.find(({ questionId }) => questionId === question.key)
    return symptom ? [{ question: question.text, answer: textOf(question, symptom.answer, labels) }] : []
  })
  const orphans = symptoms.filter(({ questionId }) => !questions.some(({ key }) => key === questionId))
  return [
    ...answeredQuestions,
    ...orphans.map(({ questionId, answer }) => ({ question: questionId, answer: answerText(answer, labels) })),
  ]
}

/**
 * A short summary of the answers that may mean an emergency: the question for a yes/no answer, the chosen options for a
 * choice. undefined when there are none.
 */
export function urgentText(
  symptoms: readonly OrderedSymptom[],
  questions: readonly Question[],
  labels: Words,
): string | undefined {
  const texts = symptoms.flatMap(({ questionId, urgent = [] }) => {
    const question = questions.find(({ key }) => key === questionId)
    return urgent.map((answer) => {
      if (!question) return typeof answer === 'boolean' ? questionId : answer
      return typeof answer === 'boolean' ? question.text : textOf(question, answer, labels)
    })
  })
  return texts.length > 0 ? texts.join(', ') : undefined
}

/** The answer as text, without its question. */
function answerText(answer: Symptom['answer'], labels: Words): string {
  if (typeof answer === 'boolean') return answer ? labels.yes : labels.no
  return [answer].flat().join(', ')
}

function textOf(question: Question, answer: Symptom['answer'], words: Words): string {
  if (typeof answer === 'number' && question.type === 'slider' && question.unit) return `${answer} ${question.unit}`
  // The product may have changed the type of this question after the patient answered it.
  if (typeof answer === 'boolean' || !('options' in question)) return answerText(answer, words)
  const labels = new Map(question.options.map(({ value, label }) => [value, label]))
  return [answer]
    .flat()
    .map((value) => labels.get(String(value)) ?? String(value))
    .join(', ')
}

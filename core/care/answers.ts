import type { Symptom } from '../booking/cart.ts'
import type { Question } from '../catalogue/question.ts'

export interface AnsweredQuestion {
  question: string
  answer: string
}

/**
 * A patient's answers as a clinician reads them, in the order of the questions. An answer whose question has left the
 * product since is still shown, by its key: nothing that a patient said is lost.
 */
export function answerTexts(
  symptoms: readonly Symptom[],
  questions: readonly Question[],
  words: { yes: string; no: string },
): AnsweredQuestion[] {
  const asked = questions.flatMap((question) => {
    const said = symptoms.find(({ questionId }) => questionId === question.key)
    return said ? [{ question: question.text, answer: textOf(question, said.answer, words) }] : []
  })
  const orphans = symptoms.filter(({ questionId }) => !questions.some(({ key }) => key === questionId))
  return [
    ...asked,
    ...orphans.map(({ questionId, answer }) => ({ question: questionId, answer: [answer].flat().join(', ') })),
  ]
}

function textOf(question: Question, answer: Symptom['answer'], words: { yes: string; no: string }): string {
  if (typeof answer === 'boolean') return answer ? words.yes : words.no
  if (question.type === 'slider') return question.unit ? `${answer} ${question.unit}` : String(answer)
  if (question.type !== 'radio' && question.type !== 'multipleChoice') return String(answer)
  const labels = new Map(question.options.map(({ value, label }) => [value, label]))
  return [answer]
    .flat()
    .map((value) => labels.get(String(value)) ?? String(value))
    .join(', ')
}

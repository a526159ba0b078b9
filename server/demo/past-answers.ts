import type { Symptom } from '@cuida/core/booking/cart/cart.ts'
import { isUrgent, visibleQuestions } from '@cuida/core/booking/questions/visible-questions.ts'
import type { Question } from '@cuida/core/catalogue/product/question.ts'

/**
 * Harmless answers to a product's questions, for a past consultation of the demo: nothing urgent, "none" where there
 * is such a choice, otherwise the first, numbers in the middle. `text` answers the required text questions.
 */
export function harmlessAnswers(questions: readonly Question[], text: string): Symptom[] {
  const answers: Symptom[] = []
  for (const [index, question] of questions.entries()) {
    const isVisible = visibleQuestions(questions.slice(0, index + 1), answers).includes(question)
    if (isVisible && (question.required || question.type !== 'text'))
      answers.push({ questionId: question.key, answer: harmlessAnswer(question, text) })
  }
  return answers
}

function harmlessAnswer(question: Question, text: string): Symptom['answer'] {
  switch (question.type) {
    case 'yesNo':
      return isUrgent(question, false)
    case 'radio': {
      const values = question.options.map(({ value }) => value)
      const none = values.find((value) => value.startsWith('no'))
      return none ?? values.find((value) => !isUrgent(question, value)) ?? ''
    }
    case 'multipleChoice': {
      const { options } = question
      const none = options.find(({ exclusive }) => exclusive) ?? options.find(({ value }) => !isUrgent(question, value))
      return none ? [none.value] : []
    }
    case 'slider': {
      const { min, max, step } = question
      return min + Math.round((max - min) / 2 / step) * step
    }
    case 'text':
      return text.slice(0, question.maxLength ?? undefined)
  }
}

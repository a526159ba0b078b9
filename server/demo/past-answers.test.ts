import { answerProblems } from '@cuida/core/booking/questions/answers.ts'
import { isUrgent, visibleQuestions } from '@cuida/core/booking/questions/visible-questions.ts'
import { expect, test } from 'vitest'
import { createTestContext } from '../testing/test-contexts.ts'
import { harmlessAnswers } from './past-answers.ts'

const context = await createTestContext()

test("the demo's past answers are complete and not urgent for every product", () => {
  const products = context.services.content.products('es-ES')
  expect(products.length).toBeGreaterThan(5)
  for (const { slug, symptomCollector } of products) {
    const answers = harmlessAnswers(symptomCollector, 'Traigo la analítica.')
    expect(answerProblems(symptomCollector, answers, 1_000), slug).toEqual({})
    const urgent = visibleQuestions(symptomCollector, answers).filter((question) =>
      isUrgent(question, answers.find(({ questionId }) => questionId === question.key)?.answer),
    )
    expect(urgent, slug).toEqual([])
  }
})

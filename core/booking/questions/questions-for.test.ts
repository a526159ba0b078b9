import { expect, test } from 'vitest'
import type { Question } from '../../catalogue/product/question.ts'
import { answerProblems } from './answers.ts'
import { type QuestionedPerson, questionsFor } from './questions-for.ts'

const base = { type: 'yesNo', text: '?', help: null, required: true } as const
const questions: Question[] = [
  { ...base, key: 'pregnancy', askedOf: { sex: 'Female', ages: { from: 12, to: 55 } } },
  { ...base, key: 'weeks', askedWhen: { question: 'pregnancy', answers: [true] } },
  { ...base, key: 'fever' },
]
const woman = (age: number): QuestionedPerson => ({ sex: 'Female', age })

test.each<[string, QuestionedPerson | undefined, boolean]>([
  ['a woman in the age range', woman(30), true],
  ['at the lower end of the range', woman(12), true],
  ['at the upper end of the range', woman(55), true],
  ['nobody of 68', woman(68), false],
  ['no child below the range', woman(11), false],
  ['no man', { sex: 'Male', age: 30 }, false],
  ['who does not disclose a sex', { sex: 'PreferNotToSay', age: 30 }, true],
  ['a man who wrote something about the gender', { sex: 'Male', genderInfo: 'hombre trans', age: 30 }, true],
  ['an unknown person, such as a guest', undefined, true],
])('the question about pregnancy is asked of: %s', (_, person, isAsked) =>
  expect(questionsFor(questions, person).some(({ key }) => key === 'pregnancy')).toBe(isAsked),
)

test('an answer that a guest gave to a question for others is not checked, and neither are its dependent questions', () => {
  const symptoms = [
    { questionId: 'pregnancy', answer: 'odd' },
    { questionId: 'fever', answer: false },
  ]
  expect(answerProblems(questionsFor(questions, woman(68)), symptoms, 50)).toEqual({})
  expect(answerProblems(questionsFor(questions, woman(30)), symptoms, 50)).toEqual({ pregnancy: 'INVALID' })
})

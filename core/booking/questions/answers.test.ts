import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Question } from '../../catalogue/product/question.ts'
import { answerProblem, answerProblems, findOverlongTexts, maxLengthOf, summaryProblem } from './answers.ts'

const common = { text: 'A question', help: null, required: true }
const yesNo: Question = { ...common, key: 'smokes', type: 'yesNo' }
const option = (value: string, exclusive = false) => ({ value, label: value, exclusive })
const radio: Question = { ...common, key: 'goal', type: 'radio', options: [option('lose'), option('keep')] }
const many: Question = {
  ...common,
  key: 'conditions',
  type: 'multipleChoice',
  options: [option('asthma'), option('diabetes'), option('none', true)],
}
const slider: Question = {
  ...common,
  key: 'weight',
  type: 'slider',
  min: 40,
  max: 200.5,
  step: 0.1,
  minLabel: '40',
  maxLabel: '200',
  unit: 'kg',
}
const text: Question = { ...common, key: 'since', type: 'text', placeholder: null, maxLength: 20 }
const free: Question = { ...text, maxLength: null }
const wide: Question = { ...text, maxLength: 400 }

test.each([
  ['yes', yesNo, true, undefined],
  ['no is an answer', yesNo, false, undefined],
  ['a word for yes', yesNo, 'yes', 'INVALID'],
  ['one of the options', radio, 'keep', undefined],
  ['an option that is not offered', radio, 'gain', 'INVALID'],
  ['two options where one is asked', radio, ['lose', 'keep'], 'INVALID'],
  ['several choices', many, ['asthma', 'diabetes'], undefined],
  ['none of these', many, ['none'], undefined],
  ['none of these and another', many, ['none', 'asthma'], 'INVALID'],
  ['the same choice twice', many, ['asthma', 'asthma'], 'INVALID'],
  ['a choice that is not offered', many, ['asthma', 'gout'], 'INVALID'],
  ['no choice', many, [], 'REQUIRED'],
  ['a choice as a word', many, 'asthma', 'INVALID'],
  ['the lowest value', slider, 40, undefined],
  ['the highest value, though no step leads to it', slider, 200.5, undefined],
  ['a step that binary cannot write', slider, 70.3, undefined],
  ['more decimals than the step', slider, 70.35, 'INVALID'],
  ['typed between two steps', { ...slider, step: 5 }, 97, undefined],
  ['below the scale', slider, 39.9, 'INVALID'],
  ['above the scale', slider, 200.6, 'INVALID'],
  ['not a number', slider, Number.NaN, 'INVALID'],
  ['a number as text', slider, '70', 'INVALID'],
  ['as long as allowed', text, 'x'.repeat(20), undefined],
  ['one too long', text, 'x'.repeat(21), 'TOO_LONG'],
  ['as many emoji as allowed', text, '👍'.repeat(20), undefined],
  ['as long as the partner allows', free, 'x'.repeat(50), undefined],
  ['longer than the partner allows', free, 'x'.repeat(51), 'TOO_LONG'],
  ['longer than the partner allows, though the question would', wide, 'x'.repeat(51), 'TOO_LONG'],
  ['only blanks', text, '   ', 'REQUIRED'],
  ['nothing', text, undefined, 'REQUIRED'],
  ['a number where text is asked', text, 3, 'INVALID'],
] as const)('%s [B5.2]', (_, question, answer, problem) =>
  expect(answerProblem(question, Array.isArray(answer) ? [...answer] : (answer as string), 50)).toBe(problem),
)

test.each([yesNo, radio, many, slider, text])('$type may be left out when it is not required', (question) => {
  expect(answerProblem({ ...question, required: false }, undefined, 50)).toBeUndefined()
  expect(answerProblem({ ...question, required: false }, '', 50)).toBeUndefined()
})

describe('a whole questionnaire', () => {
  const questions = [yesNo, { ...text, required: false }, radio]
  test('a complete questionnaire has no problems', () => {
    const symptoms = [
      { questionId: 'smokes', answer: false },
      { questionId: 'goal', answer: 'lose' },
    ]
    expect(answerProblems(questions, symptoms, 50)).toEqual({})
  })
  test('every problem is listed under its question [B1.3]', () => {
    const symptoms = [{ questionId: 'goal', answer: 'gain' }]
    expect(answerProblems(questions, symptoms, 50)).toEqual({ smokes: 'REQUIRED', goal: 'INVALID' })
  })
  test('answers to other questions are ignored', () => {
    expect(answerProblems([], [{ questionId: 'old', answer: 'x' }], 50)).toEqual({})
  })
})

test('no answer of any shape throws, and an accepted answer has the type of its question', () => {
  const answer = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.array(fc.string(), { maxLength: 4 }))
  fc.assert(
    fc.property(fc.constantFrom(yesNo, radio, many, slider, text), answer, (question, answerValue) => {
      if (answerProblem(question, answerValue, 50) !== undefined) return
      const kinds = { yesNo: 'boolean', radio: 'string', text: 'string', slider: 'number', multipleChoice: 'object' }
      expect(typeof answerValue).toBe(kinds[question.type])
    }),
  )
})

test.each([
  [undefined, 'REQUIRED'],
  [null, 'REQUIRED'],
  ['   ', 'REQUIRED'],
  ['x'.repeat(9), 'TOO_SHORT'],
  [`   ${'x'.repeat(9)}   `, 'TOO_SHORT'],
  ['x'.repeat(10), undefined],
  ['x'.repeat(1_000), undefined],
  ['x'.repeat(1_001), 'TOO_LONG'],
  ['👍'.repeat(1_000), undefined],
  ['👍'.repeat(9), 'TOO_SHORT'],
])('summary %#: %s [B1.3] [B5.1]', (summary, problem) => expect(summaryProblem(summary, [])).toBe(problem))

test.each([
  [undefined, 1_000, 1_000],
  [null, 3_000, 3_000],
  [400, 3_000, 400],
  [400, 50, 50],
])('a question with a limit of %s characters, at a partner who allows %d, accepts %d', (maxLength, allowed, most) =>
  expect(maxLengthOf({ maxLength }, allowed)).toBe(most),
)

test('only typed text can be too long for the partner, never a chosen option', () => {
  const long = 'x'.repeat(51)
  const symptoms = [
    { questionId: 'goal', answer: long },
    { questionId: 'since', answer: long },
    { questionId: 'elsewhere', answer: long },
    { questionId: 'since', answer: 'x'.repeat(50) },
  ]
  expect(findOverlongTexts([radio, text], symptoms, 50)).toEqual([1])
})

test.each([
  ['no summary', null, undefined],
  ['a blank summary', '  ', undefined],
  ['a short summary', 'cough', 'TOO_SHORT'],
])('a patient who was asked questions may give: %s', (_, summary, problem) =>
  expect(summaryProblem(summary, [yesNo])).toBe(problem),
)

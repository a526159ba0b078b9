import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Question } from '../../catalogue/product/question.ts'
import type { Symptom } from '../cart/cart.ts'
import { answerProblems } from './answers.ts'
import { answersThatCount, askedQuestions, isUrgent, markAnswers } from './asked.ts'

const base = { text: '?', help: null, required: true }
const option = (value: string) => ({ value, label: value })
const fever: Question = { ...base, type: 'yesNo', key: 'fever' }
const degrees: Question = {
  ...base,
  type: 'slider',
  key: 'degrees',
  min: 38,
  max: 42,
  step: 0.5,
  minLabel: '',
  maxLabel: '',
  unit: null,
  askedWhen: { question: 'fever', answers: [true] },
}
const after = (question: string) => ({ askedWhen: { question, answers: [true] } })
const shivers: Question = { ...base, type: 'yesNo', key: 'shivers', ...after('fever') }
const nights: Question = { ...base, type: 'yesNo', key: 'nights', ...after('shivers') }
const signs: Question = {
  ...base,
  type: 'multipleChoice',
  key: 'signs',
  options: ['chest', 'rash', 'none'].map((value) => ({ ...option(value), exclusive: false })),
  urgent: { answers: ['chest'] },
}
const since: Question = {
  ...base,
  type: 'text',
  key: 'since',
  placeholder: null,
  maxLength: 100,
  askedWhen: { question: 'signs', answers: ['chest', 'rash'] },
}
const questions: Question[] = [fever, degrees, signs, since]
const keys = (symptoms: Symptom[], of = questions) => askedQuestions(of, symptoms).map(({ key }) => key)
const told = (questionId: string, answer: Symptom['answer']) => ({ questionId, answer })

describe('a question that depends on another [B3.1]', () => {
  test('is not asked before that one is answered', () => expect(keys([])).toEqual(['fever', 'signs']))
  test('is asked after the answer that leads to it', () =>
    expect(keys([told('fever', true)])).toEqual(['fever', 'degrees', 'signs']))
  test('is not asked after another answer', () => expect(keys([told('fever', false)])).toEqual(['fever', 'signs']))
  test('is asked when one of several choices leads to it', () => {
    expect(keys([told('signs', ['rash', 'none'])])).toContain('since')
    expect(keys([told('signs', ['none'])])).not.toContain('since')
  })
  test('is not asked when the one before it is not asked either, whatever its old answer says', () => {
    const chain = [fever, shivers, nights]
    expect(keys([told('fever', true), told('shivers', true)], chain)).toEqual(['fever', 'shivers', 'nights'])
    expect(keys([told('fever', false), told('shivers', true)], chain)).toEqual(['fever'])
  })
})

describe('an answer to what is no longer asked', () => {
  const symptoms = [told('fever', false), told('degrees', 39), told('signs', ['none'])]
  test('does not count', () =>
    expect(answersThatCount(questions, symptoms)).toEqual([told('fever', false), told('signs', ['none'])]))
  test('counts again when the question is asked again', () => {
    const again = [told('fever', true), ...symptoms.slice(1)]
    expect(answersThatCount(questions, again)).toEqual(again)
  })
  test('may be wrong or missing without keeping anybody from going on [B5.2]', () => {
    expect(answerProblems(questions, [told('fever', false), told('degrees', 12), told('signs', ['none'])], 50)).toEqual(
      {},
    )
    expect(answerProblems(questions, [told('fever', true), told('signs', ['none'])], 50)).toEqual({
      degrees: 'REQUIRED',
    })
  })
})

test('what counts is complete or not, whatever else was told', () => {
  const answer = fc.constantFrom<Symptom['answer']>(true, false, 39, 12, ['chest'], ['none'], 'Monday', '')
  const symptom = fc.record({ questionId: fc.constantFrom('fever', 'degrees', 'signs', 'since'), answer })
  fc.assert(
    fc.property(fc.uniqueArray(symptom, { selector: ({ questionId }) => questionId }), (symptoms) => {
      const counted = answersThatCount(questions, symptoms)
      expect(answerProblems(questions, counted, 50)).toEqual(answerProblems(questions, symptoms, 50))
    }),
  )
})

test.each([
  ['one of the choices is a sign of it', signs, ['rash', 'chest'], true],
  ['none of the choices is', signs, ['rash'], false],
  ['nothing is chosen', signs, undefined, false],
  ['the question has no such answers', fever, true, false],
  ['yes is', { ...fever, urgent: { answers: [true] } }, true, true],
  ['no is not', { ...fever, urgent: { answers: [true] } }, false, false],
] as const)('an answer may be an emergency: %s', (_, question, answer, urgent) => {
  expect(isUrgent(question as Question, answer as Symptom['answer'] | undefined)).toBe(urgent)
})

describe('what may mean an emergency is marked', () => {
  const urgentFever = { ...fever, urgent: { answers: [true] } } as Question
  const asked = [urgentFever, signs as Question]
  test('in the answers that do, and only those of several', () =>
    expect(markAnswers(asked, [told('fever', true), told('signs', ['rash', 'chest'])])).toEqual([
      { questionId: 'fever', answer: true, urgent: [true] },
      { questionId: 'signs', answer: ['rash', 'chest'], urgent: ['chest'] },
    ]))
  test('not in others, nor where the question has left the product', () =>
    expect(markAnswers(asked, [told('fever', false), told('signs', ['rash']), told('gone', ['chest'])])).toEqual([
      told('fever', false),
      told('signs', ['rash']),
      told('gone', ['chest']),
    ]))
  test('carries what its question is about', () =>
    expect(markAnswers([{ ...signs, about: 'allergies' }], [told('signs', ['none'])])).toEqual([
      { ...told('signs', ['none']), about: 'allergies' },
    ]))
  test('by the server alone: a mark that came with an answer, or from an earlier order, does not stay', () =>
    expect(
      markAnswers(asked, [{ ...told('signs', ['rash']), urgent: ['rash'], about: 'allergies' } as Symptom]),
    ).toEqual([told('signs', ['rash'])]))
  test('exactly where the patient was told to call', () => {
    const answer = fc.constantFrom<Symptom['answer']>(true, false, 39, ['chest'], ['rash', 'chest'], ['rash'], 'chest')
    fc.assert(
      fc.property(fc.constantFrom(...asked), answer, (question, given) => {
        const [marked] = markAnswers(asked, [{ questionId: question.key, answer: given }])
        expect(Boolean(marked?.urgent)).toBe(isUrgent(question, given))
      }),
    )
  })
})

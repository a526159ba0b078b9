import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Question } from '../../catalogue/product/question.ts'
import type { Symptom } from '../cart/cart.ts'
import { answerProblems } from './answers.ts'
import { flagClinicalAnswers, isUrgent, visibleAnswers, visibleQuestions } from './visible-questions.ts'

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
const keys = (symptoms: Symptom[], of = questions) => visibleQuestions(of, symptoms).map(({ key }) => key)
const symptomOf = (questionId: string, answer: Symptom['answer']) => ({ questionId, answer })

describe('a question that depends on another [B3.1]', () => {
  test('it is hidden until the other is answered', () => expect(keys([])).toEqual(['fever', 'signs']))
  test('it is visible after the answer that leads to it', () =>
    expect(keys([symptomOf('fever', true)])).toEqual(['fever', 'degrees', 'signs']))
  test('it is hidden after another answer', () => expect(keys([symptomOf('fever', false)])).toEqual(['fever', 'signs']))
  test('it is visible when one of several choices leads to it', () => {
    expect(keys([symptomOf('signs', ['rash', 'none'])])).toContain('since')
    expect(keys([symptomOf('signs', ['none'])])).not.toContain('since')
  })
  test('it is hidden when the other is hidden too, whatever the old answer was', () => {
    const chain = [fever, shivers, nights]
    expect(keys([symptomOf('fever', true), symptomOf('shivers', true)], chain)).toEqual(['fever', 'shivers', 'nights'])
    expect(keys([symptomOf('fever', false), symptomOf('shivers', true)], chain)).toEqual(['fever'])
  })
})

describe('an answer to a hidden question', () => {
  const symptoms = [symptomOf('fever', false), symptomOf('degrees', 39), symptomOf('signs', ['none'])]
  test('it does not count', () =>
    expect(visibleAnswers(questions, symptoms)).toEqual([symptomOf('fever', false), symptomOf('signs', ['none'])]))
  test('it counts again when the question is visible again', () => {
    const again = [symptomOf('fever', true), ...symptoms.slice(1)]
    expect(visibleAnswers(questions, again)).toEqual(again)
  })
  test('it may be wrong or missing without blocking the patient [B5.2]', () => {
    expect(
      answerProblems(
        questions,
        [symptomOf('fever', false), symptomOf('degrees', 12), symptomOf('signs', ['none'])],
        50,
      ),
    ).toEqual({})
    expect(answerProblems(questions, [symptomOf('fever', true), symptomOf('signs', ['none'])], 50)).toEqual({
      degrees: 'REQUIRED',
    })
  })
})

test('only the counting answers decide whether the questionnaire is complete', () => {
  const answer = fc.constantFrom<Symptom['answer']>(true, false, 39, 12, ['chest'], ['none'], 'Monday', '')
  const symptom = fc.record({ questionId: fc.constantFrom('fever', 'degrees', 'signs', 'since'), answer })
  fc.assert(
    fc.property(fc.uniqueArray(symptom, { selector: ({ questionId }) => questionId }), (symptoms) => {
      const counted = visibleAnswers(questions, symptoms)
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
] as const)('answers that may be an emergency: %s', (_, question, answer, urgent) => {
  expect(isUrgent(question as Question, answer as Symptom['answer'] | undefined)).toBe(urgent)
})

describe('marking answers that may mean an emergency', () => {
  const urgentFever = { ...fever, urgent: { answers: [true] } } as Question
  const productQuestions = [urgentFever, signs as Question]
  test('an urgent answer is marked, and of several choices only the urgent ones', () =>
    expect(
      flagClinicalAnswers(productQuestions, [symptomOf('fever', true), symptomOf('signs', ['rash', 'chest'])]),
    ).toEqual([
      { questionId: 'fever', answer: true, urgent: [true] },
      { questionId: 'signs', answer: ['rash', 'chest'], urgent: ['chest'] },
    ]))
  test('other answers, and answers to removed questions, are not marked', () =>
    expect(
      flagClinicalAnswers(productQuestions, [
        symptomOf('fever', false),
        symptomOf('signs', ['rash']),
        symptomOf('gone', ['chest']),
      ]),
    ).toEqual([symptomOf('fever', false), symptomOf('signs', ['rash']), symptomOf('gone', ['chest'])]))
  test('the mark carries the clinical subject of the question', () =>
    expect(flagClinicalAnswers([{ ...signs, about: 'allergies' }], [symptomOf('signs', ['none'])])).toEqual([
      { ...symptomOf('signs', ['none']), about: 'allergies' },
    ]))
  test('only the server marks: a mark in the request or from an earlier order is dropped', () =>
    expect(
      flagClinicalAnswers(productQuestions, [
        { ...symptomOf('signs', ['rash']), urgent: ['rash'], about: 'allergies' } as Symptom,
      ]),
    ).toEqual([symptomOf('signs', ['rash'])]))
  test('an answer is marked exactly where the patient was told to call', () => {
    const answer = fc.constantFrom<Symptom['answer']>(true, false, 39, ['chest'], ['rash', 'chest'], ['rash'], 'chest')
    fc.assert(
      fc.property(fc.constantFrom(...productQuestions), answer, (question, answerValue) => {
        const [marked] = flagClinicalAnswers(productQuestions, [{ questionId: question.key, answer: answerValue }])
        expect(Boolean(marked?.urgent)).toBe(isUrgent(question, answerValue))
      }),
    )
  })
})

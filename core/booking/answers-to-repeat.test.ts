import { expect, test } from 'vitest'
import type { Question } from '../catalogue/product/question.ts'
import { answersToRepeat } from './answers-to-repeat.ts'
import type { Symptom } from './cart/cart.ts'

const common = { text: 'A question', help: null, required: true }
const option = (value: string) => ({ value, label: value })
const radio = (key: string, values: string[], more: object = {}) =>
  ({ ...common, key, type: 'radio', options: values.map(option), ...more }) as Question
const yesNo = (key: string, more: object = {}) => ({ ...common, key, type: 'yesNo', ...more }) as Question
const text = (key: string, more: object = {}) =>
  ({ ...common, key, type: 'text', placeholder: null, maxLength: null, ...more }) as Question
const symptom = (questionId: string, answer: Symptom['answer']) => ({ questionId, answer })
const repeat = (questions: Question[], earlierAnswers: Symptom[]) => answersToRepeat(questions, earlierAnswers, 50)

test('an answer to a question that the product still asks is kept', () =>
  expect(repeat([yesNo('smokes')], [symptom('smokes', false)])).toEqual([symptom('smokes', false)]))

test('an answer to a question that has left the product is dropped', () =>
  expect(repeat([yesNo('smokes')], [symptom('gone', true)])).toEqual([]))

test('an answer whose option no longer exists is dropped', () =>
  expect(repeat([radio('goal', ['keep', 'gain'])], [symptom('goal', 'lose')])).toEqual([]))

test('an answer whose question has another type now is dropped', () =>
  expect(repeat([text('smokes')], [symptom('smokes', true)])).toEqual([]))

test('a text longer than the partner’s present limit is dropped', () =>
  expect(repeat([text('since')], [symptom('since', 'x'.repeat(51))])).toEqual([]))

test('a question with urgent answers is asked again, whatever the past answer was', () =>
  expect(repeat([yesNo('chest', { urgent: { answers: [true] } })], [symptom('chest', false)])).toEqual([]))

test('an answer that depends on a dropped one is dropped too', () => {
  const fever = yesNo('fever', { urgent: { answers: [true] } })
  const days = text('days', { askedWhen: { question: 'fever', answers: [true] } })
  expect(repeat([fever, days], [symptom('fever', true), symptom('days', 'Two')])).toEqual([])
})

test('the server’s mark on a past answer is not copied', () =>
  expect(repeat([yesNo('smokes')], [{ ...symptom('smokes', true), about: 'medicines' } as Symptom])).toEqual([
    symptom('smokes', true),
  ]))

const allergies = radio('allergies', ['none-known', 'yes'], { about: 'allergies' })
const which = text('which', { about: 'allergies', askedWhen: { question: 'allergies', answers: ['yes'] } })

test('answers about allergies and medicines are kept', () =>
  expect(repeat([allergies, which], [symptom('allergies', 'yes'), symptom('which', 'Nuts')])).toEqual([
    symptom('allergies', 'yes'),
    symptom('which', 'Nuts'),
  ]))

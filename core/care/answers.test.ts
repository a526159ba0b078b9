import { expect, test } from 'vitest'
import type { Question } from '../catalogue/product/question.ts'
import { answersAsText, urgentText } from './answers.ts'

const common = { help: null, required: true }
const questions: Question[] = [
  { type: 'yesNo', key: 'pregnant', text: 'Are you pregnant?', ...common },
  {
    type: 'slider',
    key: 'weight',
    text: 'Your weight',
    min: 40,
    max: 200,
    step: 1,
    minLabel: '',
    maxLabel: '',
    unit: 'kg',
    ...common,
  },
  {
    type: 'slider',
    key: 'hunger',
    text: 'How hungry?',
    min: 0,
    max: 10,
    step: 1,
    minLabel: '',
    maxLabel: '',
    unit: null,
    ...common,
  },
  {
    type: 'multipleChoice',
    key: 'illness',
    text: 'Do you have any of these?',
    options: [
      { value: 'diabetes', label: 'Diabetes', exclusive: false },
      { value: 'heart', label: 'A heart condition', exclusive: false },
    ],
    ...common,
  },
  {
    type: 'radio',
    key: 'goal',
    text: 'Your goal',
    options: [
      { value: 'lose', label: 'Lose weight' },
      { value: 'keep', label: 'Keep it' },
    ],
    ...common,
  },
  { type: 'text', key: 'more', text: 'Anything else?', placeholder: null, maxLength: 500, ...common },
]
const labels = { yes: 'Yes', no: 'No' }

test.each([
  ['yes', 'pregnant', true, 'Yes'],
  ['no', 'pregnant', false, 'No'],
  ['a number with its unit', 'weight', 84, '84 kg'],
  ['a number alone', 'hunger', 0, '0'],
  ['several choices by their labels', 'illness', ['diabetes', 'heart'], 'Diabetes, A heart condition'],
  ['a choice that is no longer offered', 'illness', ['asthma'], 'asthma'],
  ['one choice', 'goal', 'lose', 'Lose weight'],
  ['yes to a question that is a choice now', 'goal', true, 'Yes'],
  ['no to a question that is a number now', 'weight', false, 'No'],
  ['text for a question that is a number now', 'weight', 'a lot', 'a lot'],
  ['several choices for a question that is text now', 'more', ['a', 'b'], 'a, b'],
  ['text unchanged', 'more', 'I sleep badly', 'I sleep badly'],
] as const)('a clinician reads %s', (_, questionId, answer, text) => {
  const symptom = { questionId, answer: typeof answer === 'object' ? [...answer] : answer }
  expect(answersAsText([symptom], questions, labels)[0]?.answer).toBe(text)
})

test('answers follow the order of the questions, and answers to removed questions come last', () => {
  const symptoms = [
    { questionId: 'gone', answer: ['a', 'b'] },
    { questionId: 'goal', answer: 'keep' },
    { questionId: 'pregnant', answer: false },
  ]
  expect(answersAsText(symptoms, questions, labels)).toEqual([
    { question: 'Are you pregnant?', answer: 'No' },
    { question: 'Your goal', answer: 'Keep it' },
    { question: 'gone', answer: 'a, b' },
  ])
})

test('yes and no are shown as text even when their question was removed', () => {
  const symptoms = [true, false, 38.5, 'since Monday'].map((answer, at) => ({ questionId: `gone-${at}`, answer }))
  expect(answersAsText(symptoms, [], labels).map(({ answer }) => answer)).toEqual(['Yes', 'No', '38.5', 'since Monday'])
})

test.each([
  [
    'a choice is shown by its label',
    { questionId: 'illness', answer: ['diabetes', 'heart'], urgent: ['heart'] },
    'A heart condition',
  ],
  [
    'a question that was answered with yes is shown by its text',
    { questionId: 'pregnant', answer: true, urgent: [true] },
    'Are you pregnant?',
  ],
  [
    'an answer to a removed question is shown by its key',
    { questionId: 'gone', answer: ['stroke'], urgent: ['stroke'] },
    'stroke',
  ],
  ['an answer without a mark is not shown', { questionId: 'illness', answer: ['heart'] }, undefined],
] as const)('answers that may mean an emergency: %s', (_, symptom, text) => {
  expect(urgentText([symptom as never], questions, labels)).toBe(text)
})

import type { Answer } from '@cuida/core/booking/questions/answers.ts'
import type { Question } from '@cuida/core/catalogue/product/question.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { expect, test } from 'vitest'
import { parseNumber } from './NumberInput.tsx'
import { type Problem, problemWith, questionProblemMessage } from './QuestionField.tsx'

const common = { key: 'why', text: 'Why?', required: true }
const text = { ...common, type: 'text', maxLength: 20 } as unknown as Question
const unlimited = { ...common, type: 'text', maxLength: null } as unknown as Question
const choice = { ...common, type: 'radio', options: [{ value: 'a', label: 'A' }] } as Question

test.each([
  ['a card number', text, '4444 4444 4444 4422', 'CARD_NUMBER_REFUSED'],
  ['a blank text', text, ' ', 'REQUIRED'],
  ['a text that is too long', text, 'x'.repeat(21), 'TOO_LONG'],
  ['a text longer than the partner allows', unlimited, 'x'.repeat(51), 'TOO_LONG'],
  ['a text of as many emoji as the partner allows', unlimited, '👍'.repeat(50), undefined],
  ['a valid text', text, 'It itches', undefined],
  ['an existing choice', choice, 'a', undefined],
  // Choices are our own values: they cannot contain a typed card number.
  ['an unknown choice', choice, '4444444444444422', 'INVALID'],
  ['no choice', choice, undefined, 'REQUIRED'],
] as const)('%s is answered', (_, question, answer, problem) => expect(problemWith(question, answer, 50)).toBe(problem))

test('the advice is worded for the type of question', () => {
  loadMessages('en', {
    'booking.problem.card': 'No card numbers here',
    'booking.problem.text': 'Write something',
    'booking.problem.radio': 'Choose one',
    'booking.problem.tooLong': [['count'], ' of ', ['max']],
  } as never)
  const messageFor = (question: Question, answer: Answer | undefined, problem: Problem) =>
    questionProblemMessage(question, { answer, problem, allowed: 50 })
  expect(messageFor(text, '4444 4444 4444 4422', 'CARD_NUMBER_REFUSED')).toBe('No card numbers here')
  expect(messageFor(text, 'x'.repeat(21), 'TOO_LONG')).toBe('21 of 20')
  expect(messageFor(unlimited, '👍'.repeat(51), 'TOO_LONG')).toBe('51 of 50')
  expect(messageFor({ ...text, maxLength: 3_000 } as never, 'x'.repeat(51), 'TOO_LONG')).toBe('51 of 50')
  expect(messageFor(text, '', 'REQUIRED')).toBe('Write something')
  expect(messageFor(choice, 'x', 'TOO_LONG')).toBe('Choose one')
  expect(messageFor(choice, undefined, 'REQUIRED')).toBe('Choose one')
})

test.each([
  ['72', 72],
  [' 38,5 ', 38.5],
  ['38.5', 38.5],
  ['38.', 38],
  ['-2', -2],
  ['', undefined],
  ['-', undefined],
  ['about 70', undefined],
  ['1.200,5', undefined],
])('"%s" is read as %s', (text, number) => expect(parseNumber(text)).toBe(number))

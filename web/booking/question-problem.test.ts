import type { Question } from '@cuida/core/catalogue/question.ts'
import { loadWords } from '@cuida/ui/words/words.ts'
import { expect, test } from 'vitest'
import { problemWith, questionProblemWords } from './question-problem.ts'

const common = { key: 'why', text: 'Why?', required: true }
const text = { ...common, type: 'text', maxLength: 20 } as unknown as Question
const unlimited = { ...common, type: 'text', maxLength: null } as unknown as Question
const choice = { ...common, type: 'radio', options: [{ value: 'a', label: 'A' }] } as Question

test.each([
  ['a card number', text, '4444 4444 4444 4422', 'CARD_NUMBER_REFUSED'],
  ['nothing', text, ' ', 'REQUIRED'],
  ['too much', text, 'x'.repeat(21), 'TOO_LONG'],
  ['enough', text, 'It itches', undefined],
  ['a choice that there is', choice, 'a', undefined],
  // What can be chosen is ours: no card number is typed there.
  ['a choice that there is not', choice, '4444444444444422', 'INVALID'],
  ['no choice', choice, undefined, 'REQUIRED'],
] as const)('%s is answered', (_, question, answer, problem) => expect(problemWith(question, answer)).toBe(problem))

test('what to do about it is said in the words of its kind', () => {
  loadWords('en', {
    ...{ 'booking.problem.card': 'No card numbers here', 'booking.problem.text': 'Write something' },
    'booking.problem.radio': 'Choose one',
    'booking.problem.tooLong': [['count'], ' of ', ['max']],
  } as never)
  expect(questionProblemWords(text, '4444 4444 4444 4422', 'CARD_NUMBER_REFUSED')).toBe('No card numbers here')
  expect(questionProblemWords(text, 'x'.repeat(21), 'TOO_LONG')).toBe('21 of 20')
  expect(questionProblemWords(unlimited, 'x', 'TOO_LONG')).toBe('1 of 0')
  expect(questionProblemWords(text, '', 'REQUIRED')).toBe('Write something')
  expect(questionProblemWords(choice, 'x', 'TOO_LONG')).toBe('Choose one')
  expect(questionProblemWords(choice, undefined, 'REQUIRED')).toBe('Choose one')
})

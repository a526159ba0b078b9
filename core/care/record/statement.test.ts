import { expect, test } from 'vitest'
import type { OrderedSymptom } from '../../booking/questions/visible-questions.ts'
import type { Question } from '../../catalogue/product/question.ts'
import { statementOf } from './statement.ts'

const at = '2026-11-28T09:00:00Z'
const choice = { questionId: 'allergies', about: 'allergies' } as const
const which = { questionId: 'which-allergies', about: 'allergies' } as const
const allergyQuestions = [{ type: 'radio', key: 'allergies', about: 'allergies' }] as unknown as Question[]
const silent = { text: null, at: null }

test.each<[string, OrderedSymptom[], Question[], object]>([
  ['a product without the question', [], [], { state: 'not-asked', ...silent }],
  ['a question that was skipped', [], allergyQuestions, { state: 'not-answered', ...silent }],
  ['a yes without the text', [{ ...choice, answer: 'yes' }], [], { state: 'not-answered', ...silent }],
  [
    'an answer on another subject',
    [{ ...choice, about: 'medicines', answer: 'none-known' }],
    [],
    { state: 'not-asked' },
  ],
  ['a no', [{ ...choice, answer: 'none-known' }], allergyQuestions, { state: 'none-known', text: null, at }],
  [
    'a yes with the text',
    [
      { ...choice, answer: 'yes' },
      { ...which, answer: 'Penicilina' },
    ],
    allergyQuestions,
    { state: 'listed', text: 'Penicilina', at },
  ],
])('an allergy statement derived from %s', (_, symptoms, questions, statement) =>
  expect(statementOf('allergies', symptoms, questions, at)).toMatchObject(statement),
)

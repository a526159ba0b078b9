import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ownTopics, Question, seenTopics } from './question.ts'

const byTopic = { nutrition: ['301', '302'], endocrinology: ['201'] }
const clinician = (products: string[]) => ({ role: 'clinician', products, isClinician: true }) as const
const manager = { role: 'clinical-manager', products: [], isClinician: false } as const

test.each([
  ['a clinician of one of its products answers a topic', ['302'], ['nutrition', 'exercise', 'technical']],
  ['a clinician of other products does not answer a topic', ['999'], ['exercise', 'technical']],
  ['a clinician of two topics answers both', ['301', '201'], ['nutrition', 'exercise', 'endocrinology', 'technical']],
])('%s; a topic without products belongs to every clinician', (_, products, topics) => {
  expect(ownTopics(clinician(products), byTopic)).toEqual(topics)
  expect(seenTopics(clinician(products), byTopic)).toEqual(topics)
})

test('a manager sees all topics, and staff other than clinicians answer technical questions only', () => {
  expect(seenTopics(manager, byTopic)).toEqual(['nutrition', 'exercise', 'endocrinology', 'technical'])
  expect(ownTopics(manager, byTopic)).toEqual(['technical'])
  expect(ownTopics(manager, {})).toEqual(['technical'])
})

test('a manager who is a clinician answers what a clinician would', () => {
  const both = { role: 'clinician-and-clinical-manager', products: ['201'], isClinician: true } as const
  expect(seenTopics(both, byTopic)).toHaveLength(4)
  expect(ownTopics(both, byTopic)).toEqual(['exercise', 'endocrinology', 'technical'])
})

const id = '5f0c2c4e-6d0e-4f53-9c6e-0f4d6a1a2b3c'
const question = {
  id,
  topic: 'nutrition',
  patient: { id, firstName: 'Ana' },
  text: 'Is bread all right?',
  askedAt: '2026-11-20T10:00:00Z',
  dueAt: '2026-11-24T10:00:00Z',
  answer: null,
}
const answer = { text: 'It is.', by: 'Eva Sanz', at: '2026-11-21T10:00:00Z' }

test('the requester’s reply has patient and due time, or the answer with its author', () => {
  expect(v.parse(Question, question)).toEqual(question)
  const answered = { ...question, dueAt: null, answer }
  expect(v.parse(Question, answered)).toEqual(answered)
  const { by, ...anonymous } = answer
  expect(v.is(Question, { ...question, answer: anonymous })).toBe(false)
})

test('the reply has nothing else of the dependant or the author', () => {
  const more = {
    ...question,
    patient: { ...question.patient, cpf: '1' },
    answer: { ...answer, staffId: id },
    notes: 'x',
  }
  expect(v.parse(Question, more)).toEqual({ ...question, answer })
})

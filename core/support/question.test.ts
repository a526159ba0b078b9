import { expect, test } from 'vitest'
import { ownTopics, seenTopics } from './question.ts'

const byTopic = { nutrition: ['301', '302'], endocrinology: ['201'] }
const clinician = (products: string[]) => ({ role: 'clinician', products, isClinician: true }) as const
const manager = { role: 'clinical-manager', products: [], isClinician: false } as const

test.each([
  ['who offers one of its products answers a topic', ['302'], ['nutrition', 'exercise', 'technical']],
  ['who offers none of them does not', ['999'], ['exercise', 'technical']],
  ['who offers products of two answers both', ['301', '201'], ['nutrition', 'exercise', 'endocrinology', 'technical']],
])('%s; a topic without products is every clinician’s', (_, products, topics) => {
  expect(ownTopics(clinician(products), byTopic)).toEqual(topics)
  expect(seenTopics(clinician(products), byTopic)).toEqual(topics)
})

test('a manager sees all, and who is no clinician answers the technical ones alone', () => {
  expect(seenTopics(manager, byTopic)).toEqual(['nutrition', 'exercise', 'endocrinology', 'technical'])
  expect(ownTopics(manager, byTopic)).toEqual(['technical'])
  expect(ownTopics(manager, {})).toEqual(['technical'])
})

test('a manager who is a clinician answers what a clinician would', () => {
  const both = { role: 'clinician-and-clinical-manager', products: ['201'], isClinician: true } as const
  expect(seenTopics(both, byTopic)).toHaveLength(4)
  expect(ownTopics(both, byTopic)).toEqual(['exercise', 'endocrinology', 'technical'])
})

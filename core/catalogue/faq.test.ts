import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Faq } from './faq.ts'

const faq = { id: 1, slug: 'how-to-pay', topic: 'payment', order: 0, question: 'How do I pay?', answer: 'By card.' }

test('a frequently asked question', () => expect(v.parse(Faq, faq)).toEqual({ ...faq, id: '1' }))

test.each([
  ['a topic that does not exist', { topic: 'weather' }],
  ['a question without an answer', { answer: undefined }],
])('%s is refused', (_, change) => expect(v.is(Faq, { ...faq, ...change })).toBe(false))

import { loadWords } from '@cuida/ui/words/words.ts'
import { expect, test } from 'vitest'
import { dueWords } from './due-words.ts'

const year = new Date().getFullYear()

test.each([
  ['the midnight that ends a day', `${year}-03-09T23:00:00.000Z`, /9 de marzo$/],
  ['an hour', `${year}-03-10T13:31:00.000Z`, /10 de marzo, 14:31$/],
])('%s is said as it is read', (_, due, words) => {
  loadWords('es', {})
  expect(dueWords(due, 'Europe/Madrid')).toMatch(words)
})

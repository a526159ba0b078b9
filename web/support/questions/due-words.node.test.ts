import { keepDateFormats } from '@cuida/ui/words/basic.ts'
import { loadWords } from '@cuida/ui/words/words.ts'
import { afterEach, expect, test } from 'vitest'
import { dueWords } from './due-words.ts'

const year = new Date().getFullYear()

afterEach(() => keepDateFormats(undefined))

test.each([
  ['the midnight that ends a day', `${year}-03-09T23:00:00.000Z`, /9 de marzo$/],
  ['an hour', `${year}-03-10T13:31:00.000Z`, /10 de marzo, 14:31$/],
])('%s is said as it is read', (_, due, words) => {
  loadWords('es', {})
  expect(dueWords(due, 'Europe/Madrid')).toMatch(words)
})

test('of a partner who counts hours to twelve, the end of a day is that day as well', () => {
  loadWords('es', {})
  keepDateFormats({ order: 'dmy', hours: 12 })
  expect(dueWords(`${year}-03-09T23:00:00.000Z`, 'Europe/Madrid')).toMatch(/9 de marzo$/)
})

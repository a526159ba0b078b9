import { setDateFormats } from '@cuida/ui/i18n/format-basics.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { afterEach, expect, test } from 'vitest'
import { formatDue } from './format-due.ts'

const year = new Date().getFullYear()

afterEach(() => setDateFormats(undefined))

test.each([
  ['midnight at the end of a day', `${year}-03-09T23:00:00.000Z`, /9 de marzo$/],
  ['a time', `${year}-03-10T13:31:00.000Z`, /10 de marzo, 14:31$/],
])('%s is formatted as people read it', (_, due, text) => {
  loadMessages('es', {})
  expect(formatDue(due, 'Europe/Madrid')).toMatch(text)
})

test('with a 12-hour clock the end of a day is shown as that day as well', () => {
  loadMessages('es', {})
  setDateFormats({ order: 'dmy', hours: 12 })
  expect(formatDue(`${year}-03-09T23:00:00.000Z`, 'Europe/Madrid')).toMatch(/9 de marzo$/)
})

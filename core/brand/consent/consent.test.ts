import { expect, test } from 'vitest'
import { agreedText, type CookieGroup, isDue, isTrackingAllowed } from './consent.ts'

test.each<[string, CookieGroup[], boolean]>([
  ['nothing', [], false],
  ['performance', ['C0002'], true],
  ['marketing alone', ['C0004'], false],
  ['functional and marketing', ['C0003', 'C0004'], false],
  ['performance and marketing', ['C0002', 'C0004'], true],
])('consent to %s (%o): screens and events are tracked: %s [A9.9]', (_, groups, expected) => {
  expect(isTrackingAllowed(groups)).toBe(expected)
})

test('a text is identified by its words, not by ids and dates of the content service', () => {
  const section = [{ id: 7, title: 'Data', content: 'What we keep' }]
  const document = { urlSlug: 'privacy-policy', updatedOn: '2026-11-02', title: 'Privacy', section }
  expect(agreedText(document)).toEqual({ title: 'Privacy', section: [{ title: 'Data', content: 'What we keep' }] })
})

test.each([
  ['the present text', 'es-2', ['es-2', 'en-2'], false],
  ['the present text in another language', 'en-2', ['es-2', 'en-2'], false],
  ['an older text', 'es-1', ['es-2', 'en-2'], true],
  ['nothing', undefined, ['es-2'], true],
  ['a document that no longer exists', 'es-1', [], false],
])('an account that agreed to %s is asked again: %s of %o: %s', (_, agreed, current, expected) => {
  expect(isDue(agreed, current)).toBe(expected)
})

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { COOKIES_VERSION } from '@cuida/core/brand/consent/consent.ts'
import { expect, test } from 'vitest'

const wordsOf = (language: string): string[] => {
  const file = new URL(`locales/${language}/brand-consent.json`, import.meta.url)
  const messages: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  return Object.entries(messages)
    .filter(([key]) => /^brand\.cookies\.(title|text|who|C000\d)/.test(key))
    .map(([key, text]) => `${language} ${key} ${text}`)
    .sort()
}

test('a changed consent text is another version, and people who answered the previous one are asked again', () => {
  const texts = ['en', 'es', 'pt-BR'].flatMap(wordsOf)
  const digest = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 8)
  expect(COOKIES_VERSION).toMatch(/^\d{4}-\d\d-\d\d\.[0-9a-f]{8}$/)
  expect(
    COOKIES_VERSION.split('.')[1],
    'COOKIES_VERSION of core/brand/consent/consent.ts: the day, and this digest',
  ).toBe(digest)
})

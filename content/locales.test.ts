import { readdirSync, readFileSync } from 'node:fs'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { MESSAGE_LANGUAGES } from './schema/text.ts'

const folder = (language: string) => new URL(`locales/${language}/`, import.meta.url)
const areas = (language: string) =>
  readdirSync(folder(language))
    .filter((file) => file.endsWith('.json'))
    .sort()
const messagesOf = (language: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(area, folder(language)), 'utf8'))

/** Words that are the same in all three languages: names, abbreviations and cognates. */
const ALIKE = [
  'American',
  'CEP',
  'CPF',
  'DNI',
  'Express',
  'MM',
  'mg',
  'ml',
  'Cookies',
  'Mastercard',
  'Total',
  'Visa',
  'Webhooks',
  'Webinars',
  'NIE',
  'PDF',
  'Pix',
  'SMS',
  'WhatsApp',
  'Plan',
  'euros',
  'min',
  'Intramuscular',
  'Vaginal',
  'Nasal',
  'Apple',
  'Google',
  'Pay',
  'Bizum',
  'Elo',
  'Hipercard',
  'Oral',
  'Parenteral',
  'Sublingual',
]

/** The arguments of a message with their kinds: `count:plural`, `name:`. */
function argumentsOf(message: CompiledMessage): string[] {
  return message.flatMap((token) => {
    if (typeof token === 'string') return []
    const [name, type = '', choices] = token
    const inner = typeof choices === 'object' && choices !== null && type !== 'date' ? Object.values(choices) : []
    return [
      `${name}:${type}`,
      ...inner.filter(Array.isArray).flatMap((choice) => argumentsOf(choice as CompiledMessage)),
    ]
  })
}
/** Whether a message contains translatable text. */
const speaks = (message: string): boolean =>
  (message.replaceAll(/\{[^{}]*\}/g, '').match(/\p{L}+/gu) ?? []).some((word) => !ALIKE.includes(word))
const needs = (message: string): string[] => [...new Set(argumentsOf(compileMessageOrThrow(message)))].sort()

test('every language of the product has messages, and no other language has [A1.4] [A8.13]', () =>
  expect(readdirSync(new URL('locales/', import.meta.url)).sort()).toEqual([...MESSAGE_LANGUAGES].sort()))

test('every area has messages in every language', () => {
  for (const language of MESSAGE_LANGUAGES) expect(areas(language)).toEqual(areas('en'))
})

describe.each(areas('en'))('%s', (area) => {
  const english = messagesOf('en', area)
  test('every language has the same messages [B8.10]', () => {
    for (const language of MESSAGE_LANGUAGES)
      expect(Object.keys(messagesOf(language, area)).sort(), language).toEqual(Object.keys(english).sort())
  })
  test('messages compile and take the same arguments in every language', () => {
    for (const language of MESSAGE_LANGUAGES)
      for (const [key, message] of Object.entries(messagesOf(language, area)))
        expect(needs(message), `${language} ${key}`).toEqual(needs(english[key] ?? ''))
  })
  test('messages are translated', () => {
    const untranslated = Object.keys(english).filter(
      (key) =>
        speaks(english[key] ?? '') &&
        MESSAGE_LANGUAGES.every((language) => messagesOf(language, area)[key] === english[key]),
    )
    expect(untranslated).toEqual([])
  })
  test('no message is empty, or begins or ends with a space', () => {
    for (const language of MESSAGE_LANGUAGES)
      for (const [key, message] of Object.entries(messagesOf(language, area)))
        expect(message, `${language} ${key}`).toMatch(/^[^ ](.*[^ ])?$/s)
  })
})

test('no message belongs to two areas', () => {
  const keys = areas('en').flatMap((area) => Object.keys(messagesOf('en', area)))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})

/** Messages that patients read on a phone; e-mails and SMS are plain text, and the desk has wide screens. */
const onPhones = areas('en').filter((area) => !/^(desk|messages)/.test(area))

test('"e‑mail" and codes do not break at their hyphen on a narrow screen', () => {
  const broken = MESSAGE_LANGUAGES.flatMap((language) =>
    onPhones.flatMap((area) => Object.values(messagesOf(language, area))),
  ).filter((message) => /\b[eE]-mail|\b[0-9A-Z]{4}-[0-9A-Z]{4}/.test(message.replaceAll(/\{[^{}]*\}/g, '')))
  expect(broken).toEqual([])
})

import { beforeEach, expect, test } from 'vitest'
import { loadWords } from '../words/words.ts'
import { countdownText, countdownWords } from './countdown-words.ts'

const speak = (locale: string) => loadWords(locale, {})
/** Intl writes unbreakable spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

beforeEach(() => speak('es'))

test.each([
  [0, '00:00'],
  [-5, '00:00'],
  [59.2, '01:00'],
  [462, '07:42'],
  [3_600, '1:00:00'],
])('%d seconds are %s', (seconds, text) => expect(countdownText(seconds)).toBe(text))

test.each([
  ['es', 86_399, '23:59:59'],
  ['es', 86_400, '1 día y 00:00:00'],
  ['en', 312_089, '3 days and 14:41:29'],
  ['pt-BR', 312_089, '3 dias e 14:41:29'],
])('in %s %d seconds are %s', (locale, seconds, text) => {
  speak(locale)
  expect(plain(countdownText(seconds))).toBe(text)
})

test.each([
  ['es', 312_089, '3 días y 14 horas'],
  ['en', 86_400, '1 day'],
  ['pt-BR', 7_265, '2 horas e 1 minuto'],
  ['es', 0, '0 segundos'],
  ['es', 105, '1 minuto y 45 segundos'],
  ['es', 60, '1 minuto'],
  ['en', 30, '30 seconds'],
  ['pt-BR', 2, '2 segundos'],
])('%s says %d seconds as "%s"', (locale, seconds, words) => {
  speak(locale)
  expect(plain(countdownWords(seconds))).toBe(words)
})

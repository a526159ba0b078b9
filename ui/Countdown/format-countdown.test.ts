import { beforeEach, expect, test } from 'vitest'
import { loadMessages } from '../i18n/messages.ts'
import { formatCountdown, formatSpokenCountdown } from './format-countdown.ts'

const speak = (locale: string) => loadMessages(locale, {})
/** Intl uses no-break spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

beforeEach(() => speak('es'))

test.each([
  [0, '0:00'],
  [-5, '0:00'],
  [59.2, '1:00'],
  [105, '1:45'],
  [120, '2:00'],
  [120.5, '2 min'],
  [462, '7 min'],
  [3_599, '59 min'],
  [3_600, '1 h'],
  [4_800, '1 h 20 min'],
])('%d seconds show as %s', (seconds, text) => expect(formatCountdown(seconds)).toBe(text))

test.each([
  ['es', 86_399, '23 h 59 min'],
  ['es', 86_400, '1 día'],
  ['en', 312_089, '3 days'],
  ['pt-BR', 312_089, '3 dias'],
])('in %s %d seconds show as %s', (locale, seconds, text) => {
  speak(locale)
  expect(plain(formatCountdown(seconds))).toBe(text)
})

test.each([
  ['es', 312_089, '3 días y 14 horas'],
  ['en', 86_400, '1 day'],
  ['pt-BR', 7_265, '2 horas e 1 minuto'],
  ['es', 121, '2 minutos'],
  ['es', 120, '2 minutos'],
  ['es', 119, '1 minuto y 59 segundos'],
  ['es', 0, '0 segundos'],
  ['es', 105, '1 minuto y 45 segundos'],
  ['es', 60, '1 minuto'],
  ['en', 30, '30 seconds'],
  ['pt-BR', 2, '2 segundos'],
])('screen readers in %s announce %d seconds as "%s"', (locale, seconds, text) => {
  speak(locale)
  expect(plain(formatSpokenCountdown(seconds))).toBe(text)
})

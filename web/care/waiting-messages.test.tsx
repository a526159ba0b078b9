import { readFileSync } from 'node:fs'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { forecastMessage, waitMessage } from '../catalogue/product/forecast-messages.ts'
import { Notes } from './Notes.tsx'

vi.mock('../kit/content/partner.tsx', () => ({ usePartner: () => ({ timeZone: 'Europe/Madrid' }) }))

const messagesOf = (language: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../content/locales/${language}/${area}.json`, import.meta.url), 'utf8'))
function speak(language: string): void {
  const all = { ...messagesOf(language, 'care'), ...messagesOf(language, 'catalogue') }
  const messages = Object.entries(all).map(([key, text]) => [key, compileMessageOrThrow(text)])
  loadMessages(language, Object.fromEntries(messages))
}
const LANGUAGES = ['en', 'es', 'pt-BR']

test.each(LANGUAGES)('after a call the notes are announced in 3 to 5 minutes, in %s [B4.13] [B9.7]', (language) => {
  speak(language)
  expect(renderToString(<Notes notes={[]} status="CLOSING" />)).toMatch(/\b3 \D{1,3} 5 minut/)
})

test('notes are announced neither before a call nor after closing without any [B4.13] [B9.7]', () => {
  speak('en')
  for (const status of ['QUEUED', 'ACTIVE', 'CLOSED'] as const)
    expect(renderToString(<Notes notes={[]} status={status} />)).toBe('')
})

test.each([
  ['en', 'Usually under 5 minutes', 'Between 20 and 30 minutes'],
  ['es', 'Suele tardar menos de 5 minutos', 'Entre 20 y 30 minutos'],
  ['pt-BR', 'Costuma levar menos de 5 minutos', 'Entre 20 e 30 minutos'],
])(
  'in %s the first in the queue reads "%s", and a longer wait is quantified [B4.13] [B9.7]',
  (language, soon, later) => {
    speak(language)
    expect(waitMessage({ from: 0, to: 5 })).toBe(soon)
    expect(waitMessage({ from: 20, to: 30 })).toBe(later)
  },
)

test.each(LANGUAGES)(
  'before paying for on-demand care a wait under 5 minutes is named, in %s [B4.13] [B9.7]',
  (language) => {
    speak(language)
    const waitText = (wait: { from: number; to: number } | null, from: string | null = null) =>
      forecastMessage({ wait, from }, 'Europe/Madrid')
    expect(waitText({ from: 0, to: 5 })).toMatch(/(under|menos de) 5 minut/)
    // Only with that forecast; while no clinician is on duty, the text says from when.
    expect(waitText({ from: 0, to: 15 })).not.toMatch(/\b5 minut/)
    expect(waitText(null, '2026-11-24T15:00:00.000Z')).toMatch(/4:00|16:00/)
    expect(waitText(null)).not.toMatch(/\d/)
  },
)

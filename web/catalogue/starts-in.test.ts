import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { expect, test } from 'vitest'
import { startsInMessage, startsSoon } from './starts-in.ts'

const MADRID = 'Europe/Madrid'

test.each([
  ['in a minute', '2026-11-25T10:01:00Z', '2026-11-25T10:00:00Z', true],
  ['now', '2026-11-25T10:00:00Z', '2026-11-25T10:00:00Z', false],
  ['an hour ago', '2026-11-25T09:00:00Z', '2026-11-25T10:00:00Z', false],
  ['late the same day', '2026-11-25T22:30:00Z', '2026-11-24T23:30:00Z', true],
  ['tomorrow, less than half a day away', '2026-11-26T06:00:00Z', '2026-11-25T18:00:01Z', true],
  ['tomorrow, half a day away', '2026-11-26T06:00:00Z', '2026-11-25T18:00:00Z', false],
  ['in three days', '2026-11-28T10:00:00Z', '2026-11-25T10:00:00Z', false],
])('whether a start %s is counted down: %#', (_, start, now, counted) =>
  expect(startsSoon(start, MADRID, new Date(now))).toBe(counted),
)

test.each([
  ['en', '2026-11-25T12:05:00Z', 'Starts in 2 hours and 5 minutes'],
  ['es', '2026-11-25T12:05:00Z', 'Empieza en 2 horas y 5 minutos'],
  ['es', '2026-11-25T10:00:40Z', 'Empieza en 1 minuto'],
  ['es', '2026-11-25T09:58:00Z', 'Ahora'],
  ['pt-BR', '2026-11-25T10:00:00Z', 'Agora'],
  ['en', '2026-11-28T10:00:00Z', undefined],
] as const)('in %s the start at %s reads: %s', (language, start, message) => {
  const startsIn = { en: 'Starts in ', es: 'Empieza en ', 'pt-BR': 'Começa em ' }[language]
  loadMessages(language, { 'catalogue.home.startsIn': [startsIn, ['left']] } as never)
  expect(startsInMessage(start, MADRID, new Date('2026-11-25T10:00:00Z'))).toBe(message)
})

import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { beforeEach, expect, test } from 'vitest'
import { zoneName, zoneOptions } from './time-zones.ts'

const WINTER = Date.parse('2026-01-15T12:00:00Z')
const SUMMER = Date.parse('2026-07-15T12:00:00Z')
const labelOf = (zone: string, moment: number) => zoneOptions('UTC', moment).find(({ value }) => value === zone)?.label

beforeEach(() => loadMessages('es', {}))

test.each([
  ['Europe/Madrid', WINTER, 'Madrid (GMT+1)'],
  ['Europe/Madrid', SUMMER, 'Madrid (GMT+2)'],
  ['Atlantic/Canary', WINTER, 'Canarias (GMT+0)'],
  ['America/Sao_Paulo', WINTER, 'São Paulo (GMT-3)'],
  ['America/New_York', WINTER, 'New York (GMT-5)'],
])('the zone %s is labelled with its city and current offset', (zone, moment, label) =>
  expect(labelOf(zone, moment)).toBe(label),
)

test('no label is an IANA name, and all labels differ', () => {
  const labels = zoneOptions('Europe/Madrid', WINTER).map(({ label }) => label)
  expect(labels.filter((label) => /[/_]/.test(label))).toEqual([])
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
})

test('the current zone is an option, even if the browser has another name for it', () =>
  expect(zoneOptions('Europe/Kiev', WINTER).filter(({ value }) => value === 'Europe/Kiev')).toHaveLength(1))

test.each([
  ['es', 'hora de Europa central'],
  ['en', 'Central European Time'],
  ['pt-BR', 'Horário da Europa Central'],
] as const)('in %s the zone of Madrid is called %s', (locale, name) => {
  loadMessages(locale, {})
  expect(zoneName('Europe/Madrid', WINTER)).toBe(name)
})

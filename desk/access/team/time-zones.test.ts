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
])('%s is named by its city and by what its clock shows then', (zone, moment, label) =>
  expect(labelOf(zone, moment)).toBe(label),
)

test('no zone is shown by the name that machines call it by, and no two alike', () => {
  const labels = zoneOptions('Europe/Madrid', WINTER).map(({ label }) => label)
  expect(labels.filter((label) => /[/_]/.test(label))).toEqual([])
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
})

test('the one that is set is among them, though the browser calls it otherwise', () =>
  expect(zoneOptions('Europe/Kiev', WINTER).filter(({ value }) => value === 'Europe/Kiev')).toHaveLength(1))

test.each([
  ['es', 'hora de Europa central'],
  ['en', 'Central European Time'],
  ['pt-BR', 'Horário da Europa Central'],
] as const)('in %s the time of Madrid is %s', (locale, name) => {
  loadMessages(locale, {})
  expect(zoneName('Europe/Madrid', WINTER)).toBe(name)
})

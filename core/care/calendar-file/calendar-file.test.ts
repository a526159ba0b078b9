import { describe, expect, test } from 'vitest'
import { belongsInCalendar, type CalendarEntry, calendarFile, calendarMethod } from './calendar-file.ts'

const entry: CalendarEntry = {
  id: '0b8a9c5e-2f4d-4c7b-9a41-6f2f3f8f7a10',
  start: new Date('2026-11-26T15:20:00Z'),
  end: new Date('2026-11-26T15:50:00Z'),
  sequence: 0,
  isCancelled: false,
  title: 'Consulta · Vida Ligera',
  description: 'https://cuida.test/consultations/1',
  url: 'https://cuida.test/consultations/1',
  madeAt: new Date('2026-11-21T10:00:00.123Z'),
}
const mail = { from: 'hello@cuida.test', to: 'ana@example.test' }

describe('a calendar file', () => {
  test('its times are in UTC and its UID stays the same', () => {
    const lines = calendarFile(entry).split('\r\n')
    for (const line of [
      'UID:0b8a9c5e-2f4d-4c7b-9a41-6f2f3f8f7a10@cuida',
      'DTSTART:20261126T152000Z',
      'DTEND:20261126T155000Z',
      'DTSTAMP:20261121T100000Z',
      'SEQUENCE:0',
      'METHOD:PUBLISH',
      'STATUS:CONFIRMED',
      'SUMMARY:Consulta · Vida Ligera',
    ])
      expect(lines).toContain(line)
    expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', ''])
  })

  test('its moment is the same on either side of a DST change', () => {
    const start = new Date('2027-03-28T01:30:00+01:00')
    expect(calendarFile({ ...entry, start })).toContain('DTSTART:20270328T003000Z')
  })

  test.each([
    ['downloaded', {}, 'PUBLISH'],
    ['in an e-mail', { mail }, 'REQUEST'],
    ['cancelled', { mail, isCancelled: true }, 'CANCEL'],
  ])('%s: the METHOD', (_, more, method) => {
    expect(calendarMethod({ ...entry, ...more })).toBe(method)
    expect(calendarFile({ ...entry, ...more })).toContain(`METHOD:${method}\r\n`)
  })

  test('the file of a cancelled consultation has the cancelled status', () => {
    expect(calendarFile({ ...entry, isCancelled: true })).toContain('STATUS:CANCELLED')
  })

  test('commas, semicolons and line breaks in names are escaped', () => {
    const file = calendarFile({ ...entry, title: 'A, B; C\\D\nEND:VEVENT' })
    expect(file).toContain('SUMMARY:A\\, B\\; C\\\\D\\nEND:VEVENT\r\n')
    expect(file.match(/^END:VEVENT/gm)).toHaveLength(1)
  })

  test('no line exceeds 75 octets, and no character is split', () => {
    const title = 'á💚'.repeat(60)
    const file = calendarFile({ ...entry, title })
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`)
  })
})

test.each([
  ['QUEUED', true],
  ['ACTIVE', true],
  ['PENDING', false],
  ['CLOSED', false],
  ['CANCELLED', false],
] as const)('a consultation that is %s belongs in a calendar: %s', (status, belongs) =>
  expect(belongsInCalendar(status)).toBe(belongs),
)

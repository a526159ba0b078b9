import { expect, test } from 'vitest'
import { clockOptions, type DateFormats, dateLocale, removeDoubleStop } from './date-formats.ts'
import { dateText } from './date-text.ts'

const evening = new Date('2026-11-26T20:45:00Z')
const by = (order: DateFormats['order']): DateFormats => ({ order, hours: 24 })
const WEEKDAY = { weekday: 'long', day: 'numeric', month: 'long' } as const
const FULL = { day: 'numeric', month: 'long', year: 'numeric' } as const
const SHORT = { day: 'numeric', month: 'short' } as const

function formatText(
  locale: string,
  formats: DateFormats | undefined,
  options: Intl.DateTimeFormatOptions,
  date = evening,
) {
  const format = new Intl.DateTimeFormat(dateLocale(locale, formats), { ...options, timeZone: 'UTC' })
  return dateText(format, date, { locale, formats })
}

test.each([
  ['es', undefined, 'jueves 26 de noviembre', '26 de noviembre de 2026', '26 nov'],
  ['es', by('dmy'), 'jueves 26 de noviembre', '26 de noviembre de 2026', '26 nov'],
  ['es', by('mdy'), 'jueves, noviembre 26', 'noviembre 26 de 2026', 'nov 26'],
  ['es', by('ymd'), 'jueves, noviembre 26', '2026 noviembre 26', 'nov 26'],
  ['es-ES', by('mdy'), 'jueves, noviembre 26', 'noviembre 26 de 2026', 'nov 26'],
  ['en', undefined, 'Thursday 26 November', '26 November 2026', '26 Nov'],
  ['en', by('dmy'), 'Thursday 26 November', '26 November 2026', '26 Nov'],
  ['en', by('mdy'), 'Thursday, November 26', 'November 26, 2026', 'Nov 26'],
  ['en', by('ymd'), 'Thursday, November 26', '2026 November 26', 'Nov 26'],
  ['en-US', undefined, 'Thursday, November 26', 'November 26, 2026', 'Nov 26'],
  ['en-US', by('dmy'), 'Thursday 26 November', '26 November 2026', '26 Nov'],
  ['en-US', by('mdy'), 'Thursday, November 26', 'November 26, 2026', 'Nov 26'],
  ['pt-BR', undefined, 'quinta-feira, 26 de novembro', '26 de novembro de 2026', '26 de nov.'],
  ['pt-BR', by('dmy'), 'quinta-feira, 26 de novembro', '26 de novembro de 2026', '26 de nov.'],
  ['pt-BR', by('mdy'), 'quinta-feira, novembro 26', 'novembro 26 de 2026', 'nov. 26'],
  ['pt-BR', by('ymd'), 'quinta-feira, novembro 26', '2026 novembro 26', 'nov. 26'],
])('%s for a partner with %o [B3.14]', (locale, formats, weekday, full, short) => {
  expect([
    formatText(locale, formats, WEEKDAY),
    formatText(locale, formats, FULL),
    formatText(locale, formats, SHORT),
  ]).toEqual([weekday, full, short])
})

test.each([
  ['es', by('dmy'), 'jueves 26 de noviembre de 2026'],
  ['es', by('mdy'), 'jueves, noviembre 26 de 2026'],
  ['en', by('dmy'), 'Thursday 26 November 2026'],
  ['en', by('mdy'), 'Thursday, November 26, 2026'],
  ['pt-BR', by('mdy'), 'quinta-feira, novembro 26 de 2026'],
  ['pt-BR', by('ymd'), 'quinta-feira, 2026 novembro 26'],
])('%s for %o, with weekday and year', (locale, formats, text) =>
  expect(formatText(locale, formats, { ...WEEKDAY, year: 'numeric' })).toBe(text),
)

test('a month with a year, and a weekday alone, have no order', () => {
  for (const formats of [undefined, by('dmy'), by('mdy'), by('ymd')]) {
    expect(formatText('es', formats, { month: 'long', year: 'numeric' })).toBe('noviembre de 2026')
    expect(formatText('es', formats, { weekday: 'long' })).toBe('jueves')
  }
})

test.each([
  ['es', 24, ['20:45', '12:00', '00:00', '08:05']],
  ['es', 12, ['8:45 p. m.', '12:00 p. m.', '12:00 a. m.', '8:05 a. m.']],
  ['en', 12, ['8:45 pm', '12:00 pm', '12:00 am', '8:05 am']],
  ['en-US', 24, ['20:45', '12:00', '00:00', '08:05']],
  ['pt-BR', 24, ['20:45', '12:00', '00:00', '08:05']],
  ['pt-BR', 12, ['8:45 PM', '12:00 PM', '12:00 AM', '8:05 AM']],
] as const)('%s with a %d hour clock: evening, noon, midnight and morning', (locale, hours, expected) => {
  const formats: DateFormats = { order: 'dmy', hours }
  const clock = new Intl.DateTimeFormat(dateLocale(locale, formats), { ...clockOptions(formats), timeZone: 'UTC' })
  const times = ['20:45', '12:00', '00:00', '08:05'].map((time) => clock.format(new Date(`2026-11-26T${time}:00Z`)))
  expect(times.map((time) => time.replaceAll(/\s/g, ' '))).toEqual(expected)
})

test('the default clock has 24 hours', () => expect(clockOptions()).toEqual(clockOptions({ order: 'dmy', hours: 24 })))

test.each([
  ['Hasta las 8:45 p. m..', 'Hasta las 8:45 p. m.'],
  ['A las 8:45 a. m.. Ven.', 'A las 8:45 a. m. Ven.'],
  ['Hasta las 20:45.', 'Hasta las 20:45.'],
  ['Espera...', 'Espera...'],
])('%s" is shortened to "%s', (text, expected) => expect(removeDoubleStop(text)).toBe(expected))

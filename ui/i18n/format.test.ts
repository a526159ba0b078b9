import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as format from './format.ts'
import { loadMessages } from './messages.ts'

const MADRID = 'Europe/Madrid'
const noon = '2026-11-26T11:00:00Z'
const slot = '2026-11-26T15:20:00Z'
const speak = (locale: string) => loadMessages(locale, { 'ui.timeZone': [['city'], ' time (', ['offset'], ')'] })
/** Intl uses no-break spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

beforeEach(() => speak('es'))
afterEach(() => format.setDateFormats(undefined))

test.each([
  ['es', { amount: 2900, currency: 'EUR' }, '29,00 €'],
  ['en', { amount: 2900, currency: 'EUR' }, '€29.00'],
  ['pt-BR', { amount: 123450, currency: 'BRL' }, 'R$ 1.234,50'],
  ['en', { amount: 2900, currency: 'USD' }, 'US$29.00'],
  ['es', { amount: 2900, currency: 'USD' }, '29,00 US$'],
  ['es', { amount: 0, currency: 'EUR' }, '0,00 €'],
  ['es', { amount: 500, currency: 'JPY' }, '500 JPY'],
])('%s writes %o as %s [A9.10] [B9.3]', (locale, money, text) => {
  speak(locale)
  expect(plain(format.formatMoney(money))).toBe(text)
})

test.each([
  ['es', 'jueves 26 de noviembre, 16:20'],
  ['en', 'Thursday 26 November, 16:20'],
  ['en-US', 'Thursday, November 26, 16:20'],
  ['pt-BR', 'quinta-feira, 26 de novembro, 16:20'],
])('%s formats a moment as "%s"', (locale, text) => {
  speak(locale)
  expect(format.formatLongMoment(slot, MADRID, noon)).toBe(text)
})

test('another year is shown, midnight is 00:00, and the time zone decides the day', () => {
  expect(format.formatLongDay('2027-01-05T12:00:00Z', MADRID, noon)).toBe('martes 5 de enero de 2027')
  speak('en')
  expect(format.formatLongDay('2027-01-05T12:00:00Z', MADRID, noon)).toBe('Tuesday 5 January 2027')
  speak('es')
  expect(format.formatTime('2026-11-26T23:00:00Z', MADRID)).toBe('00:00')
  expect(format.formatLongDay('2026-11-26T23:30:00Z', MADRID, noon)).toBe('viernes 27 de noviembre')
  expect(format.formatLongDay('2026-11-26T23:30:00Z', 'America/Sao_Paulo', noon)).toBe('jueves 26 de noviembre')
})

describe('days near today are named relative to it', () => {
  test.each([
    ['2026-11-26T22:59:00Z', 'hoy'],
    ['2026-11-26T23:00:00Z', 'mañana'],
    ['2026-11-25T22:59:00Z', 'ayer'],
    ['2026-11-27T23:00:00Z', 'sábado 28 de noviembre'],
  ])('the moment %s is %s in Madrid', (moment, text) =>
    expect(format.formatRelativeDay(moment, MADRID, noon)).toBe(text),
  )
})

test('today does not shift when the clocks change', () => {
  expect(format.formatRelativeDay('2026-10-25T00:30:00+02:00', MADRID, '2026-10-24T12:00:00Z')).toBe('mañana')
  expect(format.formatRelativeDay('2026-10-26T00:30:00+01:00', MADRID, '2026-10-25T00:30:00+02:00')).toBe('mañana')
})

test('a short moment names near days and abbreviates the others', () => {
  const now = '2026-11-26T12:00:00Z'
  const shorten = (moment: string) => format.formatShortMoment(moment, 'UTC', now)
  speak('es')
  expect(['2026-11-27T09:00:00Z', '2026-11-30T09:00:00Z'].map(shorten)).toEqual(['mañana, 09:00', 'lun 30 nov, 09:00'])
})

test.each([
  [20, '20 min'],
  [60, '1 h'],
  [80, '1 h 20 min'],
  [0, '0 min'],
  [79.2061333, '1 h 19 min'],
  [60.4, '1 h'],
])('%d minutes show as %s', (minutes, text) => expect(format.formatMinutes(minutes)).toBe(text))

test.each([
  ['Ana', 'Ana'],
  ['12345678901234567890', '12345678901234567890'],
  ['123456789012345678901', '1234567890123456789…'],
  ['María del Carmen  Fernández', 'María del Carmen  F…'],
])('the name %s is shown as %s [A9.7] [B9.8]', (name, expected) => expect(format.truncateName(name)).toBe(expected))

test('a time zone shows its city, with the offset of winter or summer', () => {
  expect(format.formatTimeZone(MADRID, noon)).toBe('Madrid time (GMT+1)')
  expect(format.formatTimeZone(MADRID, '2026-07-01T12:00:00Z')).toBe('Madrid time (GMT+2)')
  expect(format.formatTimeZone('America/Sao_Paulo', noon)).toBe('São Paulo time (GMT-3)')
  expect(format.formatTimeZone('Atlantic/Canary', noon)).toBe('Canarias time (GMT+0)')
})

describe('a partner with the month first and a 12-hour clock', () => {
  test.each([
    ['es', 'jueves, noviembre 26, 4:20 p. m.', 'noviembre 26 de 1990', 'nov 26'],
    ['en', 'Thursday, November 26, 4:20 PM', 'November 26, 1990', 'Nov 26'],
    ['pt-BR', 'quinta-feira, novembro 26, 4:20 PM', 'novembro 26 de 1990', 'nov. 26'],
  ])('dates and times in %s follow the partner', (locale, moment, date, short) => {
    format.setDateFormats({ order: 'mdy', hours: 12 })
    speak(locale)
    expect(plain(format.formatLongMoment(slot, MADRID, noon))).toBe(moment)
    expect([format.formatDate('1990-11-26'), format.formatShortDay(slot, MADRID)]).toEqual([date, short])
  })

  test('midnight and noon are correct, in opening hours too', () => {
    format.setDateFormats({ order: 'mdy', hours: 12 })
    expect(plain(format.formatTime('2026-11-26T23:00:00Z', MADRID))).toBe('12:00 a. m.')
    expect(plain(format.formatTime('2026-11-26T11:00:00Z', MADRID))).toBe('12:00 p. m.')
    expect(['09:00', '13:30:00', '24:00'].map(format.formatHour).map(plain)).toEqual([
      '9:00 a. m.',
      '1:30 p. m.',
      '12:00 a. m.',
    ])
  })

  test('the order and the hours can be set separately', () => {
    format.setDateFormats({ order: 'mdy', hours: 24 })
    expect(format.formatLongMoment(slot, MADRID, noon)).toBe('jueves, noviembre 26, 16:20')
    format.setDateFormats({ order: 'dmy', hours: 12 })
    expect(plain(format.formatLongMoment(slot, MADRID, noon))).toBe('jueves 26 de noviembre, 4:20 p. m.')
  })

  test('machine-readable calendar days do not change', () => {
    format.setDateFormats({ order: 'ymd', hours: 12 })
    expect(format.dayOf('2026-11-26T23:30:00Z', MADRID)).toBe('2026-11-27')
    expect(format.formatHour('09:00')).not.toBe('09:00')
  })
})

test('opening hours in the 24-hour format show as they are written', () =>
  expect(['09:00', '24:00'].map(format.formatHour)).toEqual(['09:00', '24:00']))

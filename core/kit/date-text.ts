import { type DateFormats, dateLocale } from './date-formats.ts'

interface Speaking {
  locale: string
  formats?: DateFormats | undefined
}

/**
 * A date in words, "26 de noviembre de 2026" or "noviembre 26 de 2026", by a format of `dateLocale`. Intl writes each
 * language in its own order only, so another one is put together here.
 */
export function dateText(format: Intl.DateTimeFormat, date: Date, { locale, formats }: Speaking): string {
  const parts = format.formatToParts(date)
  // By their first letters, as an order has them: day, month, year; and the weekday.
  const said = Object.fromEntries(parts.map(({ type, value }) => [type[0], value]))
  const own = parts.flatMap(({ type }) => type.match(/^[dmy]/) ?? []).join('')
  // A month of a year has no order to choose: "2026 noviembre" is no heading.
  const order = own.includes('d') && formats ? formats.order.replaceAll(new RegExp(`[^${own}]`, 'g'), '') : own
  if (order === own) return asIs(format.format(date), dateLocale(locale, formats))
  const year = order.endsWith('y') ? (/^(es|pt)/.test(locale) ? ' de ' : ', ') + said.y : ''
  const others = [...(year ? order.slice(0, -1) : order)].map((letter) => said[letter])
  return `${said.w ? `${said.w}, ` : ''}${others.join(' ')}${year}`
}

/** Spanish, and English outside the United States, have no comma between the weekday and the day, which Intl may write. */
const asIs = (text: string, locale: string): string => (/^(es|en-GB)/.test(locale) ? text.replace(',', '') : text)

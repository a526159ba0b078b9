import { type DateFormats, dateLocale } from './date-formats.ts'

interface Speaking {
  locale: string
  formats?: DateFormats | undefined
}

/**
 * A date as text, "26 de noviembre de 2026" or "noviembre 26 de 2026", for a format of `dateLocale`. Intl knows only
 * each language's own order, so another order is assembled here.
 */
export function dateText(format: Intl.DateTimeFormat, date: Date, { locale, formats }: Speaking): string {
  const parts = format.formatToParts(date)
  // Parts by the first letter of their type, as an order names them: day, month, year; and the weekday.
  const textByLetter = Object.fromEntries(parts.map(({ type, value }) => [type[0], value]))
  const own = parts.flatMap(({ type }) => type.match(/^[dmy]/) ?? []).join('')
  // A month with a year has no order to choose: "2026 noviembre" is no heading.
  const order = own.includes('d') && formats ? formats.order.replaceAll(new RegExp(`[^${own}]`, 'g'), '') : own
  if (order === own) return asIs(format.format(date), dateLocale(locale, formats))
  const year = order.endsWith('y') ? (/^(es|pt)/.test(locale) ? ' de ' : ', ') + textByLetter.y : ''
  const others = [...(year ? order.slice(0, -1) : order)].map((letter) => textByLetter[letter])
  return `${textByLetter.w ? `${textByLetter.w}, ` : ''}${others.join(' ')}${year}`
}

/** Intl may put a comma after the weekday, which Spanish and British English do not use. */
const asIs = (text: string, locale: string): string => (/^(es|en-GB)/.test(locale) ? text.replace(',', '') : text)

import { type DateFormats, dateLocale } from '@cuida/core/kit/date-formats.ts'

export type DatePart = 'day' | 'month' | 'year'
export type DateParts = Record<DatePart, string>

const LETTERS = { d: 'day', m: 'month', y: 'year' } as const

/** Order in which the partner writes a date; until it is known, that of the language: month first in American English. */
export function partOrder(locale: string, formats: DateFormats | undefined): DatePart[] {
  if (formats) return [...formats.order].map((letter) => LETTERS[letter as keyof typeof LETTERS])
  const parts = new Intl.DateTimeFormat(dateLocale(locale)).formatToParts(0)
  return parts.map(({ type }) => type).filter((type): type is DatePart => /^(day|month|year)$/.test(type))
}

/** "31 3 1990", as it would be typed here. */
export function typedDate(date: string, order: readonly DatePart[]): string {
  const parts = splitDate(date)
  return order.map((part) => Number(parts[part])).join(' ')
}

/** "YYYY-MM-DD" when all three are there, else what there is, so that a rule can tell empty from unfinished. */
export function joinDate({ day, month, year }: DateParts): string {
  if (!day && !month && !year) return ''
  const complete = year.length === 4 && day && month
  return complete ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : `${year}-${month}-${day}`
}

export function splitDate(value: string): DateParts {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}

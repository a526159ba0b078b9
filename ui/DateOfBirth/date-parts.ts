export type DatePart = 'day' | 'month' | 'year'
export type DateParts = Record<DatePart, string>

/** Order in which a language writes a date: day, month, year almost everywhere, month first in American English. */
export function partOrder(locale: string): DatePart[] {
  const parts = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale).formatToParts(0)
  return parts.map(({ type }) => type).filter((type): type is DatePart => /^(day|month|year)$/.test(type))
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

import { type DateFormats, dateLocale } from './date-formats.ts'

type Part = 'weekday' | 'day' | 'month' | 'year'
const LETTERS: Partial<Record<string, Part>> = { d: 'day', m: 'month', y: 'year' }

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
  const own = parts.map(({ type }) => type).filter((type) => type !== 'literal')
  const wanted = [...(formats?.order ?? '')]
    .map((letter) => LETTERS[letter])
    .filter((part) => own.includes(part as Part))
  const others = own.filter((type) => type !== 'weekday')
  // A month of a year has no order to choose: it is never typed, and "2026 noviembre" is no heading.
  if (!own.includes('day') || wanted.length === 0 || wanted.join() === others.join())
    return asIs(parts, locale, formats)
  const said = Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<Part, string>
  const rest = rearranged(said, wanted as Part[], locale)
  return said.weekday ? `${said.weekday}, ${rest}` : rest
}

/** Spanish, and English outside the United States, have no comma between the weekday and the day, which Intl may write. */
function asIs(parts: Intl.DateTimeFormatPart[], locale: string, formats?: DateFormats): string {
  const text = parts.map(({ value }) => value).join('')
  return /^(es|en-GB)/.test(dateLocale(locale, formats)) ? text.replace(',', '') : text
}

function rearranged(said: Record<Part, string>, wanted: Part[], locale: string): string {
  const isLast = wanted.at(-1) === 'year'
  const joint = /^(es|pt)/.test(locale) ? ' de ' : ', '
  const [year, others] = isLast ? [joint + said.year, wanted.slice(0, -1)] : ['', wanted]
  return others.map((part) => said[part]).join(' ') + year
}

import { currentLocale } from './words.ts'

/** Intl of English without a country would write American dates; the specification's "en" is the international one. */
const forDates = (locale: string): string => (locale === 'en' ? 'en-GB' : locale)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formatters take milliseconds to make on a cheap phone, and lists need dozens: each is made once. */
export function dates(options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  const locale = forDates(currentLocale())
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { ...options, ...(timeZone ? { timeZone } : {}) })
  formats.set(key, made)
  return made
}

export type Moment = string | number | Date
/** Whose clock: always said, or a time is told by that of whichever device it is read on, which is HERE. */
export type Zone = string | undefined
export const HERE = undefined
export const dateOf = (moment: Moment): Date => new Date(moment)

/** "29,00 €": integer minor units and ISO 4217 currency, as they travel (decisions §3). */
export function money({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat(forDates(currentLocale()), { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

/** "16:20", always 24 h. */
export function clockTime(moment: Moment, timeZone: Zone): string {
  return dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, timeZone).format(dateOf(moment))
}

/** Titles show 20 characters of a name (spec 1 §9). */
export function cutName(name: string): string {
  const letters = [...name.trim()]
  return letters.length > 20 ? `${letters.slice(0, 19).join('').trimEnd()}…` : letters.join('')
}

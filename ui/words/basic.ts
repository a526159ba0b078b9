import { clockOptions, type DateFormats, dateLocale } from '@cuida/core/kit/date-formats.ts'
import { currentLocale } from './words.ts'

/** The partner's; until they are known, the language's own. */
let known: DateFormats | undefined

export function keepDateFormats(formats: DateFormats | undefined): void {
  known = formats
}
/** The partner's first, of those that it serves: by the habit of a country names have their initials. */
let country = ''
export function keepCountry(codes: readonly string[] | undefined): void {
  country = codes?.[0] ?? ''
}
export const countryHere = (): string => country

export const dateFormats = (): DateFormats | undefined => known

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formatters take milliseconds to make on a cheap phone, and lists need dozens: each is made once. */
export function dates(options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  const locale = dateLocale(currentLocale(), known)
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`
  const before = formats.get(key)
  if (before) return before
  const made = new Intl.DateTimeFormat(locale, { ...options, ...(timeZone ? { timeZone } : {}) })
  formats.set(key, made)
  return made
}

export type Moment = string | number | Date
/** Whose clock: always said, or a time is told by that of whichever device it is read on, which is HERE. */
export type Zone = string | undefined
export const HERE = undefined
export const dateOf = (moment: Moment): Date => new Date(moment)

/** "29,00 €": integer minor units and ISO 4217 currency, as they travel (product 2.6). */
export function money({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat(dateLocale(currentLocale()), { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

/** "16:20", or "4:20 p. m." where the partner counts to twelve; a narrow line may break before the "p. m.", not in it. */
export function clockTime(moment: Moment, timeZone: Zone): string {
  const time = dates(clockOptions(known), timeZone).format(dateOf(moment))
  return known?.hours === 12 ? time.replaceAll(/\s/g, ' ').replace('. m', '.\u00a0m') : time
}

/** Titles show 20 characters of a name (B9.8). */
export function cutName(name: string): string {
  const letters = [...name.trim()]
  return letters.length > 20 ? `${letters.slice(0, 19).join('').trimEnd()}…` : letters.join('')
}

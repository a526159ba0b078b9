import { clockOptions, type DateFormats, dateLocale } from '@cuida/core/kit/date-formats.ts'
import { currentLocale } from './messages.ts'

/** The partner's date formats; until the config loads, those of the language apply. */
let partnerFormats: DateFormats | undefined

export function setDateFormats(formats: DateFormats | undefined): void {
  partnerFormats = formats
}
/** The first country that the partner serves: it decides how initials are taken from names. */
let firstCountry = ''
export function setCountries(codes: readonly string[] | undefined): void {
  firstCountry = codes?.[0] ?? ''
}
export const currentCountry = (): string => firstCountry

export const dateFormats = (): DateFormats | undefined => partnerFormats

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a formatter takes milliseconds on a cheap phone, and lists need dozens. */
export function dateFormatter(options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  const locale = dateLocale(currentLocale(), partnerFormats)
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`
  const before = formats.get(key)
  if (before) return before
  const formatter = new Intl.DateTimeFormat(locale, { ...options, ...(timeZone ? { timeZone } : {}) })
  formats.set(key, formatter)
  return formatter
}

export type Moment = string | number | Date
/**
 * Required in every call, so that no time is shown in the device's zone by mistake; DEVICE_ZONE selects it on
 * purpose.
 */
export type Zone = string | undefined
export const DEVICE_ZONE = undefined
export const toDate = (moment: Moment): Date => new Date(moment)

/** "29,00 €" from integer minor units and an ISO 4217 currency, as in the API (product 2.6). */
export function formatMoney({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat(dateLocale(currentLocale()), { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

/** "16:20", or "4:20 p. m." where the partner uses 12 hours; a line may break before "p. m." but not inside it. */
export function formatTime(moment: Moment, timeZone: Zone): string {
  const time = dateFormatter(clockOptions(partnerFormats), timeZone).format(toDate(moment))
  return partnerFormats?.hours === 12 ? time.replaceAll(/\s/g, ' ').replace('. m', '.\u00a0m') : time
}

/** Titles show 20 characters of a name (B9.8). */
export function truncateName(name: string): string {
  const letters = [...name.trim()]
  return letters.length > 20 ? `${letters.slice(0, 19).join('').trimEnd()}…` : letters.join('')
}

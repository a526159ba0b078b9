/** The partner's date order and clock (config `dateFormats`); the default is the language's order with 24 hours. */
export interface DateFormats {
  order: 'dmy' | 'mdy' | 'ymd'
  hours: 12 | 24
}

/** The locale for Intl: "en" alone would be American, so the order of the date chooses between the two Englishes. */
export function dateLocale(locale: string, formats?: DateFormats): string {
  if (!locale.startsWith('en')) return locale
  if (formats) return formats.order === 'mdy' ? 'en-US' : 'en-GB'
  return locale === 'en' ? 'en-GB' : locale
}

/** "20:45", or "8:45 p. m." with 12 hours. */
export const clockOptions = (formats?: DateFormats): Intl.DateTimeFormatOptions =>
  formats?.hours === 12
    ? { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** Drops a full stop after "p. m.", which already ends the sentence. */
export const removeDoubleStop = (text: string): string => text.replaceAll(/([ap]\.\sm\.)\./g, '$1')

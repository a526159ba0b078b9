/** How a partner writes dates and tells the time (config `dateFormats`); without it, as the language does, with 24 hours. */
export interface DateFormats {
  order: 'dmy' | 'mdy' | 'ymd'
  hours: 12 | 24
}

/** The language that Intl is asked for: "en" without a country would be American, and of two Englishes the order decides. */
export function dateLocale(locale: string, formats?: DateFormats): string {
  if (!locale.startsWith('en')) return locale
  if (formats) return formats.order === 'mdy' ? 'en-US' : 'en-GB'
  return locale === 'en' ? 'en-GB' : locale
}

/** "20:45", or "8:45 p. m." where hours are counted to twelve. */
export const clockOptions = (formats?: DateFormats): Intl.DateTimeFormatOptions =>
  formats?.hours === 12
    ? { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** "p. m." ends a sentence as it is: a full stop after it is one too many. */
export const oneStop = (text: string): string => text.replaceAll(/([ap]\.\sm\.)\./g, '$1')

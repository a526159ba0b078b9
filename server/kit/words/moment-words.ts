import { clockOptions, type DateFormats, dateLocale } from '@cuida/core/kit/date-formats.ts'
import { dateText } from '@cuida/core/kit/date-text.ts'
import { dateFormat } from './formats.ts'

interface Said {
  locale: string
  /** The partner's. */
  dateFormats: DateFormats
}
interface Place extends Said {
  timeZone: string
}

function written(moment: Date, options: Intl.DateTimeFormatOptions, { locale, dateFormats: formats }: Said): string {
  return dateText(dateFormat(dateLocale(locale, formats), options), moment, { locale, formats })
}

/** "jueves 26 de noviembre", as the app says it, in the calendar of a place. */
export const dayInWords = (moment: Date, place: Place): string =>
  written(moment, { weekday: 'long', day: 'numeric', month: 'long', timeZone: place.timeZone }, place)

/** "26 de noviembre de 2026". */
export const dateInWords = (moment: Date, place: Place): string =>
  written(moment, { day: 'numeric', month: 'long', year: 'numeric', timeZone: place.timeZone }, place)

/** "16:20", or "4:20 p. m.", with blanks that every phone and paper can write. */
export function clockInWords(moment: Date, { locale, dateFormats, timeZone }: Place): string {
  const format = dateFormat(dateLocale(locale, dateFormats), { ...clockOptions(dateFormats), timeZone })
  return format.format(moment).replaceAll(/\s/g, ' ')
}

/** "jueves 26 de noviembre, 16:20", on its clock. */
export const momentWords = (moment: Date, place: Place): string =>
  `${dayInWords(moment, place)}, ${clockInWords(moment, place)}`

/** The name of a place's clock then, as in "CET": for who is on another one. */
export const zoneWords = (moment: Date, { locale, timeZone }: Omit<Place, 'dateFormats'>): string =>
  dateFormat(locale, { timeZone, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

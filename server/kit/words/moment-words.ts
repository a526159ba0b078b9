import type { Config } from '@cuida/core/brand/config.ts'
import { clockOptions, type DateFormats, dateLocale } from '@cuida/core/kit/date-formats.ts'
import { dateText } from '@cuida/core/kit/date-text.ts'
import { cityOfZone, offsetAt } from '@cuida/core/kit/zone.ts'
import type { Messages } from '@lingui/core'
import { dateFormat } from './formats.ts'
import { speak } from './words.ts'

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

/** "16:20", or "4:20 p. m.", with blanks that every phone and paper can write. Names no zone: see `readerClock`. */
export function clockInWords(moment: Date, { locale, dateFormats, timeZone }: Place): string {
  const format = dateFormat(dateLocale(locale, dateFormats), { ...clockOptions(dateFormats), timeZone })
  return format.format(moment).replaceAll(/\s/g, ' ')
}

/** Who reads a message: their language, and the zone of their device, null where it is not known. */
export interface Reader {
  locale: string
  timeZone: string | null
}
interface Clinic {
  config: Pick<Config, 'timeZone' | 'dateFormats'>
  words: (locale: string) => Messages
}

/** "jueves 26 de noviembre, 16:20 (hora de Canarias)": see `readerClock`. */
export const readerMoment = (clinic: Clinic, moment: Date, reader: Reader): string =>
  `${dayInWords(moment, placeOf(clinic, reader))}, ${readerClock(clinic, moment, reader)}`

/**
 * "16:20", on the reader's clock, or the clinic's where theirs is not known. Names the place of that clock unless the
 * reader's and the clinic's show the same then: no message has an hour that can be read on another clock.
 */
export const readerClock = (clinic: Clinic, moment: Date, reader: Reader): string =>
  clockInWords(moment, placeOf(clinic, reader)) + zoneNote(clinic, moment, reader)

const placeOf = ({ config: { timeZone, dateFormats } }: Clinic, reader: Reader): Place => ({
  locale: reader.locale,
  dateFormats,
  timeZone: reader.timeZone ?? timeZone,
})

function zoneNote({ config, words }: Clinic, moment: Date, { locale, timeZone }: Reader): string {
  const at = moment.getTime()
  if (timeZone && offsetAt(timeZone, at) === offsetAt(config.timeZone, at)) return ''
  return ` (${speak(locale, words(locale))('messages.zone', { city: cityOfZone(timeZone ?? config.timeZone) })})`
}

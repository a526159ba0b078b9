import type { Config } from '@cuida/core/brand/config.ts'
import { clockOptions, type DateFormats, dateLocale } from '@cuida/core/kit/date-formats.ts'
import { dateText } from '@cuida/core/kit/date-text.ts'
import { cityOfZone, offsetAt } from '@cuida/core/kit/zone.ts'
import type { Messages } from '@lingui/core'
import { dateFormat } from './intl-formats.ts'
import { createTranslator } from './translator.ts'

interface Style {
  locale: string
  /** The partner's. */
  dateFormats: DateFormats
}
interface Place extends Style {
  timeZone: string
}

function formatDateText(
  moment: Date,
  options: Intl.DateTimeFormatOptions,
  { locale, dateFormats: formats }: Style,
): string {
  return dateText(dateFormat(dateLocale(locale, formats), options), moment, { locale, formats })
}

/** "jueves 26 de noviembre", as the app says it, in the calendar of a place. */
export const formatLongDay = (moment: Date, place: Place): string =>
  formatDateText(moment, { weekday: 'long', day: 'numeric', month: 'long', timeZone: place.timeZone }, place)

/** "26 de noviembre de 2026". */
export const formatDate = (moment: Date, place: Place): string =>
  formatDateText(moment, { day: 'numeric', month: 'long', year: 'numeric', timeZone: place.timeZone }, place)

/** "16:20", or "4:20 p. m.", with blanks that every phone and paper can write. Names no zone: see `readerClock`. */
export function formatTime(moment: Date, { locale, dateFormats, timeZone }: Place): string {
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
  catalogueFor: (locale: string) => Messages
}

/** "jueves 26 de noviembre, 16:20 (hora de Canarias)": see `readerClock`. */
export const formatMomentFor = (clinic: Clinic, moment: Date, reader: Reader): string =>
  `${formatLongDay(moment, placeOf(clinic, reader))}, ${formatTimeFor(clinic, moment, reader)}`

/**
 * "16:20", on the reader's clock, or the clinic's where theirs is not known. Names the place of that clock unless the
 * reader's and the clinic's show the same then: no message has an hour that can be read on another clock.
 */
export const formatTimeFor = (clinic: Clinic, moment: Date, reader: Reader): string =>
  formatTime(moment, placeOf(clinic, reader)) + zoneNote(clinic, moment, reader)

const placeOf = ({ config: { timeZone, dateFormats } }: Clinic, reader: Reader): Place => ({
  locale: reader.locale,
  dateFormats,
  timeZone: reader.timeZone ?? timeZone,
})

function zoneNote({ config, catalogueFor }: Clinic, moment: Date, { locale, timeZone }: Reader): string {
  const at = moment.getTime()
  if (timeZone && offsetAt(timeZone, at) === offsetAt(config.timeZone, at)) return ''
  return ` (${createTranslator(locale, catalogueFor(locale))('messages.zone', { city: cityOfZone(timeZone ?? config.timeZone) })})`
}

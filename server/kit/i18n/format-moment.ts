import type { Config } from '@cuida/core/brand/config.ts'
import { clockOptions, type DateFormats, dateLocale } from '@cuida/core/kit/date-formats.ts'
import { dateText } from '@cuida/core/kit/date-text.ts'
import { cityOfZone, offsetAt } from '@cuida/core/kit/zone.ts'
import type { Messages } from '@lingui/core'
import { dateFormat } from './intl-formats.ts'
import { createTranslator } from './translator.ts'

interface Style {
  locale: string
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

/** "jueves 26 de noviembre", as in the app, in the time zone of `place`. */
export const formatLongDay = (moment: Date, place: Place): string =>
  formatDateText(moment, { weekday: 'long', day: 'numeric', month: 'long', timeZone: place.timeZone }, place)

/** "26 de noviembre de 2026". */
export const formatDate = (moment: Date, place: Place): string =>
  formatDateText(moment, { day: 'numeric', month: 'long', year: 'numeric', timeZone: place.timeZone }, place)

/**
 * "16:20", or "4:20 p. m.", with ordinary spaces, which every phone and document font has. Names no time zone: see
 * `formatTimeFor`.
 */
export function formatTime(moment: Date, { locale, dateFormats, timeZone }: Place): string {
  const format = dateFormat(dateLocale(locale, dateFormats), { ...clockOptions(dateFormats), timeZone })
  return format.format(moment).replaceAll(/\s/g, ' ')
}

/** The recipient of a message: locale, and the time zone of the device, null when unknown. */
export interface Reader {
  locale: string
  timeZone: string | null
}
interface Clinic {
  config: Pick<Config, 'timeZone' | 'dateFormats'>
  catalogueFor: (locale: string) => Messages
}

/** "jueves 26 de noviembre, 16:20 (hora de Canarias)": see `formatTimeFor`. */
export const formatMomentFor = (clinic: Clinic, moment: Date, reader: Reader): string =>
  `${formatLongDay(moment, placeOf(clinic, reader))}, ${formatTimeFor(clinic, moment, reader)}`

/**
 * "16:20" in the reader's time zone, or in the clinic's when the reader's is unknown. Names the zone's place unless
 * both show the same time at that moment, so that no time in a message is ambiguous.
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

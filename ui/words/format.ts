import { dateText } from '@cuida/core/kit/date-text.ts'
import { cityOfZone } from '@cuida/core/kit/zone.ts'
import { serverNow } from '../client/server-clock.ts'
import { clockTime, dateFormats, dateOf, dates, type Moment, type Zone } from './basic.ts'
import { currentLocale, t } from './words.ts'

/** Those that the first screens speak stand apart, so that they come without the rest. */
export { clockTime, cutName, HERE, keepDateFormats, money } from './basic.ts'

/** "jueves 26 de noviembre". The year is said when it is not this one. */
export function longDay(moment: Moment, timeZone: Zone, now: Moment = serverNow()): string {
  const sameYear = dayOf(moment, timeZone).slice(0, 4) === dayOf(now, timeZone).slice(0, 4)
  const year = sameYear ? {} : ({ year: 'numeric' } as const)
  return dayText({ weekday: 'long', day: 'numeric', month: 'long', ...year }, timeZone, moment)
}

/** In the order of the partner. */
const dayText = (options: Intl.DateTimeFormatOptions, timeZone: Zone, moment: Moment): string =>
  dateText(dates(options, timeZone), dateOf(moment), { locale: currentLocale(), formats: dateFormats() })

/** "26 nov", for lists. */
export function shortDay(moment: Moment, timeZone: Zone): string {
  return dayText({ day: 'numeric', month: 'short' }, timeZone, moment)
}

/** "jue" */
export function weekday(moment: Moment, timeZone: Zone): string {
  return dates({ weekday: 'short' }, timeZone).format(dateOf(moment)).replace('.', '')
}

/** "jueves" */
export function fullWeekday(moment: Moment, timeZone: Zone): string {
  return dates({ weekday: 'long' }, timeZone).format(dateOf(moment))
}

/** "noviembre de 2026", heading of a month in a list. */
export function monthYear(moment: Moment, timeZone: Zone): string {
  return startWithCapital(dates({ month: 'long', year: 'numeric' }, timeZone).format(dateOf(moment)))
}

/** "jueves 26 de noviembre, 16:20" */
export function longMoment(moment: Moment, timeZone: Zone, now?: Moment): string {
  return `${longDay(moment, timeZone, now)}, ${clockTime(moment, timeZone)}`
}

/** "hoy", "mañana", "ayer", or the long day. */
export function dayWords(moment: Moment, timeZone: Zone, now: Moment = serverNow()): string {
  const apart = Math.round((Date.parse(dayOf(moment, timeZone)) - Date.parse(dayOf(now, timeZone))) / 86_400_000)
  if (Math.abs(apart) > 1) return longDay(moment, timeZone, now)
  return new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' }).format(apart, 'day')
}

/** "hoy, 16:20" */
export function momentWords(moment: Moment, timeZone: Zone, now?: Moment): string {
  return `${dayWords(moment, timeZone, now)}, ${clockTime(moment, timeZone)}`
}

/** Calendar day "YYYY-MM-DD" that the clock on the wall shows in a time zone; the device's when none is given. */
export function dayOf(moment: Moment, timeZone: Zone): string {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const part: Record<string, string> = {}
  for (const { type, value } of dates(options, timeZone).formatToParts(dateOf(moment))) part[type] = value
  return `${part.year}-${part.month}-${part.day}`
}

/** "20:00" of somebody's hours, as `clockTime` says it, on one line; the end of a day stays 24:00 where hours are counted so far. */
export const hourWords = (time: string): string =>
  dateFormats()?.hours === 12
    ? clockTime(`1970-01-01T${time.slice(0, 5)}Z`, 'UTC').replaceAll(' ', '\u00a0')
    : time.slice(0, 5)

/** Noon UTC of a calendar day: formats as that day with `timeZone` "UTC", wherever the reader is. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)

/** "26 de noviembre de 1990", of a calendar day such as a date of birth. */
export function fullDate(day: string): string {
  return dayText({ day: 'numeric', month: 'long', year: 'numeric' }, 'UTC', noonOf(day))
}

/** "20 min", "1 h 20 min"; a minute that is not over is not told. */
export function durationMinutes(minutes: number): string {
  const whole = Math.floor(minutes)
  const hours = Math.floor(whole / 60)
  const rest = whole % 60
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

/** "Hora de Madrid (GMT+1)" at a moment: summer and winter differ. */
export function timeZoneWords(timeZone: string, moment: Moment = serverNow()): string {
  const parts = dates({ timeZoneName: 'shortOffset' }, timeZone).formatToParts(dateOf(moment))
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return t('ui.timeZone', { city: cityOfZone(timeZone), offset })
}

export const startWithCapital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

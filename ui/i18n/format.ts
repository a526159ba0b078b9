import { dateText } from '@cuida/core/kit/date-text.ts'
import { cityOfZone } from '@cuida/core/kit/zone.ts'
import { serverNow } from '../client/server-clock.ts'
import { dateFormats, dateFormatter, formatTime, type Moment, toDate, type Zone } from './format-basics.ts'
import { currentLocale, t } from './messages.ts'

/** Separate module: the first screens load these without the other formats. */
export { DEVICE_ZONE, formatMoney, formatTime, setDateFormats, truncateName } from './format-basics.ts'

/** "jueves 26 de noviembre". With the year when it is not the current one. */
export function formatLongDay(moment: Moment, timeZone: Zone, now: Moment = serverNow()): string {
  const sameYear = dayOf(moment, timeZone).slice(0, 4) === dayOf(now, timeZone).slice(0, 4)
  const year = sameYear ? {} : ({ year: 'numeric' } as const)
  return formatDay({ weekday: 'long', day: 'numeric', month: 'long', ...year }, timeZone, moment)
}

/** In the partner's order of day, month and year. */
const formatDay = (options: Intl.DateTimeFormatOptions, timeZone: Zone, moment: Moment): string =>
  dateText(dateFormatter(options, timeZone), toDate(moment), { locale: currentLocale(), formats: dateFormats() })

/** "26 nov", for lists. */
export function formatShortDay(moment: Moment, timeZone: Zone): string {
  return formatDay({ day: 'numeric', month: 'short' }, timeZone, moment)
}

/** "jue" */
export function formatShortWeekday(moment: Moment, timeZone: Zone): string {
  return dateFormatter({ weekday: 'short' }, timeZone).format(toDate(moment)).replace('.', '')
}

/** "jueves" */
export function formatWeekday(moment: Moment, timeZone: Zone): string {
  return dateFormatter({ weekday: 'long' }, timeZone).format(toDate(moment))
}

/** "noviembre de 2026", heading of a month in a list. */
export function formatMonth(moment: Moment, timeZone: Zone): string {
  return capitalize(dateFormatter({ month: 'long', year: 'numeric' }, timeZone).format(toDate(moment)))
}

/** "jueves 26 de noviembre, 16:20" */
export function formatLongMoment(moment: Moment, timeZone: Zone, now?: Moment): string {
  return `${formatLongDay(moment, timeZone, now)}, ${formatTime(moment, timeZone)}`
}

const daysBetween = (from: Moment, to: Moment, timeZone: Zone): number =>
  Math.round((Date.parse(dayOf(to, timeZone)) - Date.parse(dayOf(from, timeZone))) / 86_400_000)

/** "hoy", "mañana", "ayer", or the long day. */
export function formatRelativeDay(moment: Moment, timeZone: Zone, now: Moment = serverNow()): string {
  const apart = daysBetween(now, moment, timeZone)
  if (Math.abs(apart) > 1) return formatLongDay(moment, timeZone, now)
  return new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' }).format(apart, 'day')
}

/** "hoy, 16:20" */
export function formatRelativeMoment(moment: Moment, timeZone: Zone, now?: Moment): string {
  return `${formatRelativeDay(moment, timeZone, now)}, ${formatTime(moment, timeZone)}`
}

/** "hoy, 16:20" or "lun 30 nov, 9:00", for rows and cards. */
export function formatShortMoment(moment: Moment, timeZone: Zone, now: Moment = serverNow()): string {
  if (Math.abs(daysBetween(now, moment, timeZone)) <= 1) return formatRelativeMoment(moment, timeZone, now)
  return `${formatShortWeekday(moment, timeZone)} ${formatShortDay(moment, timeZone)}, ${formatTime(moment, timeZone)}`
}

/** The calendar day "YYYY-MM-DD" in a time zone; in the device's when none is given. */
export function dayOf(moment: Moment, timeZone: Zone): string {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const part: Record<string, string> = {}
  for (const { type, value } of dateFormatter(options, timeZone).formatToParts(toDate(moment))) part[type] = value
  return `${part.year}-${part.month}-${part.day}`
}

/** Formats a wall-clock "20:00" like `formatTime`, on one line; the end of a day stays 24:00 in the 24-hour format. */
export const formatHour = (time: string): string =>
  dateFormats()?.hours === 12
    ? formatTime(`1970-01-01T${time.slice(0, 5)}Z`, 'UTC').replaceAll(' ', '\u00a0')
    : time.slice(0, 5)

/** Noon UTC of a calendar day: with `timeZone` "UTC" it formats as that day everywhere. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)

/** "26 de noviembre de 1990", of a calendar day such as a date of birth. */
export function formatDate(day: string): string {
  return formatDay({ day: 'numeric', month: 'long', year: 'numeric' }, 'UTC', noonOf(day))
}

/** "20 min", "1 h 20 min"; rounded down to the minute. */
export function formatMinutes(minutes: number): string {
  const whole = Math.floor(minutes)
  const hours = Math.floor(whole / 60)
  const remainder = whole % 60
  return [hours > 0 && `${hours} h`, (remainder > 0 || hours === 0) && `${remainder} min`].filter(Boolean).join(' ')
}

/** "Hora de Madrid (GMT+1)" at a moment: the offset differs in summer and winter. */
export function formatTimeZone(timeZone: string, moment: Moment = serverNow()): string {
  const parts = dateFormatter({ timeZoneName: 'shortOffset' }, timeZone).formatToParts(toDate(moment))
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return t('ui.timeZone', { city: cityOfZone(timeZone), offset })
}

export const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

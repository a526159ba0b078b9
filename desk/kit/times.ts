import { serverNow } from '@cuida/ui/client/server-clock.ts'
import {
  clockTime,
  dayOf,
  fullDate,
  HERE,
  longMoment,
  momentWords,
  shortDay,
  timeZoneWords,
} from '@cuida/ui/words/format.ts'

/** The desk's times are the clinic's, as its patients read them, wherever this desk stands. Until known, this device's. */
let zone: string | undefined

export function keepZone(timeZone: string): void {
  zone = timeZone
}

/** By name, for what is reckoned in it. */
export const clinicZone = (): string => zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

/** "26 nov" */
export const dayWordsOf = (moment: string | Date): string => shortDay(moment, zone)

/** The day that it is at the clinic, YYYY-MM-DD. */
export const clinicToday = (): string => dayOf(serverNow(), zone)

/** "16:20" */
export const clockWords = (moment: string): string => clockTime(moment, zone)

/** "16:20" today, "26 nov 16:20" otherwise. */
export const timeWords = (moment: string, now: number = serverNow()): string =>
  dayOf(moment, zone) === dayOf(now, zone)
    ? clockTime(moment, zone)
    : `${shortDay(moment, zone)} ${clockTime(moment, zone)}`

/** "hoy, 16:20" */
export const whenWords = (moment: string | number): string => momentWords(moment, zone)

/** "jueves 26 de noviembre, 16:20" */
export const fullWords = (moment: string): string => longMoment(moment, zone)

/** "26 de noviembre de 2026", in the clinic's calendar. */
export const dayInFull = (moment: string): string => fullDate(dayOf(moment, zone))

/** "Hora de Madrid (GMT+1)", where the clock of this device shows another time. */
export const zoneWords = (now: number): string | undefined =>
  zone && clockTime(now, zone) !== clockTime(now, HERE) ? timeZoneWords(zone, now) : undefined

/** Whole minutes that have passed since then; none while it is ahead. */
export const minutesSince = (moment: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(moment)) / 60_000))

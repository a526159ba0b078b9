import { serverNow } from '@cuida/ui/client/server-clock.ts'
import {
  DEVICE_ZONE,
  dayOf,
  formatDate,
  formatLongMoment,
  formatRelativeMoment,
  formatShortDay,
  formatTime,
  formatTimeZone,
} from '@cuida/ui/i18n/format.ts'

/**
 * The desk shows times in the partner's time zone, as its patients see them. Until the config loads it is undefined,
 * which means the zone of the device.
 */
let partnerZone: string | undefined

export function setClinicZone(timeZone: string): void {
  partnerZone = timeZone
}

/** The name of the zone, for calculations. */
export const clinicZone = (): string => partnerZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

/** "26 nov" */
export const formatClinicDay = (moment: string | Date): string => formatShortDay(moment, partnerZone)

/** Today's date in the clinic's zone, YYYY-MM-DD. */
export const clinicToday = (): string => dayOf(serverNow(), partnerZone)

/** "16:20" */
export const formatClinicTime = (moment: string): string => formatTime(moment, partnerZone)

/** "16:20" today, "26 nov 16:20" otherwise. */
export const formatWhenShort = (moment: string, now: number = serverNow()): string =>
  dayOf(moment, partnerZone) === dayOf(now, partnerZone)
    ? formatTime(moment, partnerZone)
    : `${formatShortDay(moment, partnerZone)} ${formatTime(moment, partnerZone)}`

/** "hoy, 16:20" */
export const formatWhen = (moment: string | number): string => formatRelativeMoment(moment, partnerZone)

/** "jueves 26 de noviembre, 16:20" */
export const formatWhenLong = (moment: string): string => formatLongMoment(moment, partnerZone)

/** "26 de noviembre de 2026", in the clinic's calendar. */
export const formatClinicDate = (moment: string): string => formatDate(dayOf(moment, partnerZone))

/** "Hora de Madrid (GMT+1)", or undefined when the device shows the same time. */
export const formatClinicZone = (now: number): string | undefined =>
  partnerZone && formatTime(now, partnerZone) !== formatTime(now, DEVICE_ZONE)
    ? formatTimeZone(partnerZone, now)
    : undefined

/** Whole minutes since a moment; 0 for a future one. */
export const minutesSince = (moment: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(moment)) / 60_000))

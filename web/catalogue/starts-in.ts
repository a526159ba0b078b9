import { formatSpokenCountdown } from '@cuida/ui/Countdown/format-countdown.ts'
import { capitalize, dayOf } from '@cuida/ui/i18n/format.ts'
import type { Zone } from '@cuida/ui/i18n/format-basics.ts'
import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'

const HALF_A_DAY_MS = 12 * 3_600_000

/** Whether "starts in 52 min" is more helpful than day and time: for appointments later today or tonight. */
export function startsSoon(start: string, timeZone: Zone, now: Date): boolean {
  const remainingMs = Date.parse(start) - now.getTime()
  return remainingMs > 0 && (remainingMs < HALF_A_DAY_MS || dayOf(start, timeZone) === dayOf(now, timeZone))
}

/**
 * "Starts in 2 hours and 5 minutes", or "Now" once the time has come; undefined while day and time say more. Whole
 * minutes, because Home renews it twice a minute.
 */
export function startsInMessage(start: string, timeZone: Zone, now: Date): string | undefined {
  const minutesLeft = Math.ceil((Date.parse(start) - now.getTime()) / 60_000)
  if (minutesLeft <= 0)
    return capitalize(new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' }).format(0, 'second'))
  if (!startsSoon(start, timeZone, now)) return undefined
  return t('catalogue.home.startsIn', { left: formatSpokenCountdown(minutesLeft * 60) })
}

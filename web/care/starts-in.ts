import { dayOf } from '@cuida/ui/i18n/format.ts'
import type { Zone } from '@cuida/ui/i18n/format-basics.ts'

const HALF_A_DAY_MS = 12 * 3_600_000

/** Whether "starts in 52 min" is more helpful than day and time: for appointments later today or tonight. */
export function startsSoon(start: string, timeZone: Zone, now: Date): boolean {
  const remainingMs = Date.parse(start) - now.getTime()
  return remainingMs > 0 && (remainingMs < HALF_A_DAY_MS || dayOf(start, timeZone) === dayOf(now, timeZone))
}

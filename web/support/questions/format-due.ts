import { localTime } from '@cuida/core/kit/zone.ts'
import { formatLongDay, formatLongMoment } from '@cuida/ui/i18n/format.ts'

/**
 * The latest time of an answer. A deadline at midnight is shown as the day before: "Wednesday, 00:00" would be
 * misread.
 */
export function formatDue(due: string, timeZone: string): string {
  return localTime(timeZone, new Date(due)).time === '00:00'
    ? formatLongDay(Date.parse(due) - 1, timeZone)
    : formatLongMoment(due, timeZone)
}

import { localTime } from '@cuida/core/kit/zone.ts'
import { formatLongDay, formatLongMoment } from '@cuida/ui/i18n/format.ts'

/** When an answer is there at the latest. What ends with a day is said by that day: nobody reads "Wednesday, 00:00" as Tuesday. */
export function formatDue(due: string, timeZone: string): string {
  return localTime(timeZone, new Date(due)).time === '00:00'
    ? formatLongDay(Date.parse(due) - 1, timeZone)
    : formatLongMoment(due, timeZone)
}

import { localTime } from '@cuida/core/kit/zone.ts'
import { longDay, longMoment } from '@cuida/ui/words/format.ts'

/** When an answer is there at the latest. What ends with a day is said by that day: nobody reads "Wednesday, 00:00" as Tuesday. */
export function dueWords(due: string, timeZone: string): string {
  return localTime(timeZone, new Date(due)).time === '00:00'
    ? longDay(Date.parse(due) - 1, timeZone)
    : longMoment(due, timeZone)
}

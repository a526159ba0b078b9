import { clockTime, longDay, longMoment } from '@cuida/ui/words/format.ts'

/** When an answer is there at the latest. What ends with a day is said by that day: nobody reads "Wednesday, 00:00" as Tuesday. */
export function dueWords(due: string, timeZone: string): string {
  return clockTime(due, timeZone) === '00:00' ? longDay(Date.parse(due) - 1, timeZone) : longMoment(due, timeZone)
}

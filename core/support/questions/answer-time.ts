import { dayAfter, localTime, momentOf, weekdayOf } from '../../kit/zone.ts'

interface Clinic {
  /** IANA name. */
  timeZone: string
  holidays: readonly { day: string }[]
}

const HOUR = 3_600_000
const FRIDAY = 5

/**
 * When an answer is due that takes `hours` of working days: from Monday to Friday, whole days on the clinic's clock, and
 * no holidays. Hours of other days do not count, so who asks on a Friday evening is not promised a Sunday.
 */
export function answerDueAt(asked: Date, hours: number, { timeZone, holidays }: Clinic): Date {
  let left = hours * HOUR
  let at = asked
  for (;;) {
    const { day } = localTime(timeZone, at)
    const end = momentOf(timeZone, dayAfter(day), '00:00')
    const works = weekdayOf(day) <= FRIDAY && !holidays.some((holiday) => holiday.day === day)
    const lasts = end.getTime() - at.getTime()
    if (works && left <= lasts) return new Date(at.getTime() + left)
    if (works) left -= lasts
    at = end
  }
}

import { dayAfter, localTime, momentOf, weekdayOf } from '../../kit/zone.ts'

interface Clinic {
  /** IANA name. */
  timeZone: string
  holidays: readonly { day: string }[]
}

const HOUR = 3_600_000
const FRIDAY = 5

/**
 * When an answer that may take `hours` of working days is due. Working days are Monday to Friday without holidays, in
 * full and in the clinic's time zone, so that a question on a Friday evening is not due on a Sunday.
 */
export function answerDueAt(askedAt: Date, hours: number, { timeZone, holidays }: Clinic): Date {
  let remainingMs = hours * HOUR
  let at = askedAt
  for (;;) {
    const { day } = localTime(timeZone, at)
    const end = momentOf(timeZone, dayAfter(day), '00:00')
    const works = weekdayOf(day) <= FRIDAY && !holidays.some((holiday) => holiday.day === day)
    const lasts = end.getTime() - at.getTime()
    if (works && remainingMs <= lasts) return new Date(at.getTime() + remainingMs)
    if (works) remainingMs -= lasts
    at = end
  }
}

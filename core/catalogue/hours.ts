import type * as v from 'valibot'
import type { Holiday } from '../brand/holiday.ts'
import { dayAfter, localTime, momentOf, weekdayOf } from '../kit/zone.ts'
import type { WorkingHours as WorkingHoursSchema } from './product/product-summary.ts'

type WorkingHours = v.InferOutput<typeof WorkingHoursSchema>

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** OUT_OF_HOURS: the day has hours, but not now. CLOSE: closed all day (product 5.6). */
export type Opening = 'OPEN' | 'OUT_OF_HOURS' | 'CLOSE'

interface Stretch {
  opens: Date
  closes: Date
}

/** Time zone of the hours, and days without hours. */
export interface Clinic {
  timeZone: string
  holidays: readonly Pick<Holiday, 'day'>[]
}

/**
 * The periods of a calendar day. One that ends before it begins runs past midnight, also into a holiday: it belongs to
 * the day on which it began.
 */
function stretchesOf(hours: readonly WorkingHours[], { timeZone, holidays }: Clinic, day: string): Stretch[] {
  if (holidays.some((holiday) => holiday.day === day)) return []
  const weekday = WEEKDAYS[weekdayOf(day) - 1]
  return hours.flatMap((entry) => {
    if (entry.day !== weekday || entry.closed || !entry.startTime || !entry.endTime) return []
    // The end may have seconds and the start none.
    const until = entry.endTime.slice(0, 5) > entry.startTime ? day : dayAfter(day)
    const opens = momentOf(timeZone, day, entry.startTime)
    const closes = momentOf(timeZone, until, entry.endTime)
    // A DST change can skip a whole period.
    return closes > opens ? [{ opens, closes }] : []
  })
}

/** Whether on-demand care is open now. A product without hours never closes. */
export function openingState(hours: readonly WorkingHours[], clinic: Clinic, now: Date): Opening {
  if (hours.length === 0) return 'OPEN'
  const { day } = localTime(clinic.timeZone, now)
  const today = stretchesOf(hours, clinic, day)
  const running = [...stretchesOf(hours, clinic, dayAfter(day, -1)), ...today]
  if (running.some(({ opens, closes }) => opens <= now && now < closes)) return 'OPEN'
  return today.length > 0 ? 'OUT_OF_HOURS' : 'CLOSE'
}

/** When it closes next; undefined while it is closed, and when it is open around the clock. */
export function nextClosing(hours: readonly WorkingHours[], clinic: Clinic, now: Date): Date | undefined {
  const { day } = localTime(clinic.timeZone, now)
  const days = Array.from({ length: MAX_DAYS_OPEN }, (_, offset) => dayAfter(day, offset - 1))
  const stretches = days
    .flatMap((each) => stretchesOf(hours, clinic, each))
    .sort((one, two) => one.opens.getTime() - two.opens.getTime())
  let end = stretches.find(({ opens, closes }) => opens <= now && now < closes)?.closes
  for (const { opens, closes } of stretches) if (end && opens <= end && closes > end) end = closes
  const lastDay = days.at(-1)
  return end && lastDay && localTime(clinic.timeZone, end).day <= lastDay ? end : undefined
}
/** Days without a pause from which it counts as open around the clock. */
const MAX_DAYS_OPEN = 9

/** When it opens next; undefined for never. While it is open, the opening after this one. */
export function nextOpening(hours: readonly WorkingHours[], clinic: Clinic, now: Date): Date | undefined {
  const { day } = localTime(clinic.timeZone, now)
  // Four weeks and a day, for the worst case: only one weekday has hours, today's are over, and the next three are
  // holidays.
  const days = Array.from({ length: 29 }, (_, offset) => dayAfter(day, offset))
  const moments = days.flatMap((each) => stretchesOf(hours, clinic, each).map(({ opens }) => opens.getTime()))
  const laterMoments = moments.filter((moment) => moment > now.getTime())
  return laterMoments.length > 0 ? new Date(Math.min(...laterMoments)) : undefined
}

import type * as v from 'valibot'
import type { Holiday } from '../brand/holiday.ts'
import { dayAfter, localTime, momentOf, weekdayOf } from '../kit/zone.ts'
import type { WorkingHours as WorkingHoursSchema } from './product/product-summary.ts'

type WorkingHours = v.InferOutput<typeof WorkingHoursSchema>

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** OUT_OF_HOURS: today has hours, but not now. CLOSE: closed all day (product 5.6). */
export type Opening = 'OPEN' | 'OUT_OF_HOURS' | 'CLOSE'

interface Stretch {
  opens: Date
  closes: Date
}

/** Whose clock the hours are on, and on which days they do not count. */
export interface Clinic {
  timeZone: string
  holidays: readonly Pick<Holiday, 'day'>[]
}

/**
 * The stretches of a calendar day. A day may have several; one that ends before it begins runs past midnight, into a
 * holiday too: it is of the day on which it began.
 */
function stretchesOf(hours: readonly WorkingHours[], { timeZone, holidays }: Clinic, day: string): Stretch[] {
  if (holidays.some((holiday) => holiday.day === day)) return []
  const weekday = WEEKDAYS[weekdayOf(day) - 1]
  return hours.flatMap((entry) => {
    if (entry.day !== weekday || entry.closed || !entry.startTime || !entry.endTime) return []
    // The end may be written with seconds and the beginning without.
    const until = entry.endTime.slice(0, 5) > entry.startTime ? day : dayAfter(day)
    const opens = momentOf(timeZone, day, entry.startTime)
    const closes = momentOf(timeZone, until, entry.endTime)
    // The spring change can swallow a stretch whole.
    return closes > opens ? [{ opens, closes }] : []
  })
}

/** Whether on-demand care is given now. A product without any hours never closes. */
export function opening(hours: readonly WorkingHours[], clinic: Clinic, now: Date): Opening {
  if (hours.length === 0) return 'OPEN'
  const { day } = localTime(clinic.timeZone, now)
  const today = stretchesOf(hours, clinic, day)
  const running = [...stretchesOf(hours, clinic, dayAfter(day, -1)), ...today]
  if (running.some(({ opens, closes }) => opens <= now && now < closes)) return 'OPEN'
  return today.length > 0 ? 'OUT_OF_HOURS' : 'CLOSE'
}

/** When it closes next; undefined while it is closed, and where it is open day and night. */
export function closing(hours: readonly WorkingHours[], clinic: Clinic, now: Date): Date | undefined {
  const { day } = localTime(clinic.timeZone, now)
  const days = Array.from({ length: MOST_DAYS_OPEN }, (_, offset) => dayAfter(day, offset - 1))
  const stretches = days
    .flatMap((each) => stretchesOf(hours, clinic, each))
    .sort((one, two) => one.opens.getTime() - two.opens.getTime())
  let end = stretches.find(({ opens, closes }) => opens <= now && now < closes)?.closes
  for (const { opens, closes } of stretches) if (end && opens <= end && closes > end) end = closes
  const lastDay = days.at(-1)
  return end && lastDay && localTime(clinic.timeZone, end).day <= lastDay ? end : undefined
}
/** Open for longer than this without a pause is open day and night. */
const MOST_DAYS_OPEN = 9

/** When it opens next, or undefined when it never does; while it is open, that is the next time after this one. */
export function nextOpening(hours: readonly WorkingHours[], clinic: Clinic, now: Date): Date | undefined {
  const { day } = localTime(clinic.timeZone, now)
  // Four weeks and a day: one weekday may be all there is, its hours of today over, and holidays on the next three.
  const days = Array.from({ length: 29 }, (_, offset) => dayAfter(day, offset))
  const moments = days.flatMap((each) => stretchesOf(hours, clinic, each).map(({ opens }) => opens.getTime()))
  const later = moments.filter((moment) => moment > now.getTime())
  return later.length > 0 ? new Date(Math.min(...later)) : undefined
}

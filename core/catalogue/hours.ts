import type * as v from 'valibot'
import { dayAfter, localTime, momentOf, weekdayOf } from '../kit/zone.ts'
import type { WorkingHours as WorkingHoursSchema } from './product.ts'

type WorkingHours = v.InferOutput<typeof WorkingHoursSchema>

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** OUT_OF_HOURS: today has hours, but not now. CLOSE: closed all day (decisions §5). */
export type Opening = 'OPEN' | 'OUT_OF_HOURS' | 'CLOSE'

interface Stretch {
  opens: Date
  closes: Date
}

/** The stretches of a calendar day. A day may have several; one that ends before it begins runs past midnight. */
function stretchesOf(hours: readonly WorkingHours[], timeZone: string, day: string): Stretch[] {
  const weekday = WEEKDAYS[weekdayOf(day) - 1]
  return hours.flatMap((entry) => {
    if (entry.day !== weekday || entry.closed || !entry.startTime || !entry.endTime) return []
    const until = entry.endTime > entry.startTime ? day : dayAfter(day)
    const opens = momentOf(timeZone, day, entry.startTime)
    const closes = momentOf(timeZone, until, entry.endTime)
    // The spring change can swallow a stretch whole.
    return closes > opens ? [{ opens, closes }] : []
  })
}

/** Whether on-demand care is given now. A product without any hours never closes. */
export function opening(hours: readonly WorkingHours[], timeZone: string, now: Date): Opening {
  if (hours.length === 0) return 'OPEN'
  const { day } = localTime(timeZone, now)
  const today = stretchesOf(hours, timeZone, day)
  const running = [...stretchesOf(hours, timeZone, dayAfter(day, -1)), ...today]
  if (running.some(({ opens, closes }) => opens <= now && now < closes)) return 'OPEN'
  return today.length > 0 ? 'OUT_OF_HOURS' : 'CLOSE'
}

/** When it opens next, or undefined when it never does; while it is open, that is the next time after this one. */
export function nextOpening(hours: readonly WorkingHours[], timeZone: string, now: Date): Date | undefined {
  const { day } = localTime(timeZone, now)
  // Eight days: the same weekday of next week may be the only one, and its hours of today may be over.
  const days = Array.from({ length: 8 }, (_, offset) => dayAfter(day, offset))
  const moments = days.flatMap((each) => stretchesOf(hours, timeZone, each).map(({ opens }) => opens.getTime()))
  const later = moments.filter((moment) => moment > now.getTime())
  return later.length > 0 ? new Date(Math.min(...later)) : undefined
}

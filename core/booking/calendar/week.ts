import { dayAfter, localTime } from '../../kit/zone.ts'
import { type Agenda, type Hours, type Span, workOn } from './slots.ts'

export interface DayOfWeek {
  day: string
  hours: Hours[]
}

/**
 * A clinician's working hours of the seven days from today, taken or not, in the clinic's time zone: hours across its
 * midnight are split between both days.
 */
export function weekOf(agenda: Agenda, timeZone: string, now: Date): DayOfWeek[] {
  const today = localTime(timeZone, now).day
  const days = Array.from({ length: 7 }, (_, offset) => dayAfter(today, offset))
  // A day of the clinician may be the previous or next day in the clinic's time zone.
  const around = [dayAfter(today, -1), ...days, dayAfter(today, 7)]
  const work = around.flatMap((day) => workOn(agenda, day)).flatMap((span) => onClock(span, timeZone))
  return days.map((day) => ({ day, hours: joined(work.filter((part) => part.day === day)) }))
}

/** Sorts the hours and merges adjacent ones. */
function joined(parts: readonly Hours[]): Hours[] {
  const hours: Hours[] = []
  for (const { starts, ends } of [...parts].sort((a, b) => a.starts.localeCompare(b.starts))) {
    const last = hours.at(-1)
    if (last?.ends === starts) last.ends = ends
    else hours.push({ starts, ends })
  }
  return hours
}

function onClock({ start, end }: Span, timeZone: string): (Hours & { day: string })[] {
  const from = localTime(timeZone, start)
  const to = localTime(timeZone, end)
  if (from.day === to.day) return [{ day: from.day, starts: from.time, ends: to.time }]
  const first = { day: from.day, starts: from.time, ends: '24:00' }
  return to.time === '00:00' ? [first] : [first, { day: to.day, starts: '00:00', ends: to.time }]
}

import { HORIZON_DAYS, LEAD_MINUTES } from '../kit/assumptions.ts'
import { dayAfter, localTime, momentOf, weekdayOf } from '../kit/zone.ts'

/** Hours on a wall clock, "HH:MM". A break is the gap between two of a day. */
export interface Hours {
  starts: string
  ends: string
}
export interface WeeklyHours extends Hours {
  /** ISO: 1 is Monday. */
  weekday: number
}
/** Replaces the weekly hours of one day; without hours the whole day is off. */
export interface HoursException {
  day: string
  starts: string | null
  ends: string | null
}

/** When a clinician works, in the clinician's own time zone. */
export interface Agenda {
  timeZone: string
  weekly: readonly WeeklyHours[]
  exceptions: readonly HoursException[]
  /** Days on which the weekly hours do not count, for the whole clinic. */
  holidays: readonly string[]
  /** Pause after each consultation, 0-15 minutes. */
  bufferMinutes: number
}

/** A stretch of time; the end is outside it, so that neighbours may touch. */
export interface Span {
  start: Date
  end: Date
}
export interface DaySlots {
  date: string
  slots: Span[]
}

const MINUTE = 60_000

/** What a slot really occupies: the consultation and the clinician's pause after it. */
export const occupiedBy = (slot: Span, bufferMinutes: number): Span => ({
  start: slot.start,
  end: new Date(slot.end.getTime() + bufferMinutes * MINUTE),
})

export const isSame = (a: Span, b: Span): boolean =>
  a.start.getTime() === b.start.getTime() && a.end.getTime() === b.end.getTime()

export const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

/** The hours of one calendar day: its exceptions when it has any, else the weekly ones unless it is a holiday. */
export function hoursOn(agenda: Agenda, day: string): Hours[] {
  const exceptions = agenda.exceptions.filter((exception) => exception.day === day)
  if (exceptions.length === 0) {
    if (agenda.holidays.includes(day)) return []
    return agenda.weekly.filter(({ weekday }) => weekday === weekdayOf(day))
  }
  return exceptions.flatMap(({ starts, ends }) => (starts && ends ? [{ starts, ends }] : []))
}

/** The first and last moment at which a consultation may start (decisions §5: lead time, horizon). */
export const bookableFrom = (now: Date): Date => new Date(now.getTime() + LEAD_MINUTES * MINUTE)
export const bookableUntil = (now: Date): Date => new Date(now.getTime() + HORIZON_DAYS * 24 * 60 * MINUTE)

/** Every time that the hours of one day hold, taken or not, past or not. Counted in real minutes, whatever clocks do. */
export function slotsOn(agenda: Agenda, day: string, durationMinutes: number): Span[] {
  const length = durationMinutes * MINUTE
  const step = length + agenda.bufferMinutes * MINUTE
  const slots: Span[] = []
  for (const { starts, ends } of hoursOn(agenda, day)) {
    const close = momentOf(agenda.timeZone, day, ends).getTime()
    for (let at = momentOf(agenda.timeZone, day, starts).getTime(); at + length <= close; at += step)
      slots.push({ start: new Date(at), end: new Date(at + length) })
  }
  return slots.sort((a, b) => a.start.getTime() - b.start.getTime())
}

interface Wanted {
  /** Calendar days in the clinician's zone, both included. */
  from: string
  to: string
  durationMinutes: number
  now: Date
  /** What other people hold, buffers included. */
  taken: readonly Span[]
}

/** Free times, day by day; a day without any is there, empty. Days outside the horizon are left out. */
export function freeSlots(agenda: Agenda, { from, to, durationMinutes, now, taken }: Wanted): DaySlots[] {
  const [first, last] = [bookableFrom(now), bookableUntil(now)]
  const days: DaySlots[] = []
  const start = latest(from, localTime(agenda.timeZone, first).day)
  const end = earliest(to, localTime(agenda.timeZone, last).day)
  for (let day = start; day <= end; day = dayAfter(day)) {
    const slots = slotsOn(agenda, day, durationMinutes).filter((slot) => {
      const occupied = occupiedBy(slot, agenda.bufferMinutes)
      return slot.start >= first && slot.start <= last && !taken.some((span) => overlaps(span, occupied))
    })
    days.push({ date: day, slots })
  }
  return days
}

/** The soonest free time, or undefined within the horizon. */
export function nextFree(agenda: Agenda, wanted: Omit<Wanted, 'from' | 'to'>): Span | undefined {
  const from = localTime(agenda.timeZone, wanted.now).day
  for (let offset = 0; offset <= HORIZON_DAYS + 1; offset++) {
    const day = dayAfter(from, offset)
    const slot = freeSlots(agenda, { ...wanted, from: day, to: day })[0]?.slots[0]
    if (slot) return slot
  }
  return undefined
}

/** Whether this exact time is one that the clinician offers now, whoever may hold it. */
export function isOffered(agenda: Agenda, slot: Span, durationMinutes: number, now: Date): boolean {
  const { day } = localTime(agenda.timeZone, slot.start)
  const offered = freeSlots(agenda, { from: day, to: day, durationMinutes, now, taken: [] })
  return offered.some(({ slots }) => slots.some((one) => isSame(one, slot)))
}

const latest = (a: string, b: string): string => (a > b ? a : b)
const earliest = (a: string, b: string): string => (a < b ? a : b)

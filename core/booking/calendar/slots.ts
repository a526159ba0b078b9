import { HORIZON_DAYS, LEAD_MINUTES } from '../../kit/assumptions.ts'
import { dayAfter, localTime, momentOf, weekdayOf } from '../../kit/zone.ts'

/** Wall-clock times, "HH:MM". A break is the gap between two periods of a day. */
export interface Hours {
  starts: string
  ends: string
}
export interface WeeklyHours extends Hours {
  /** ISO weekday: 1 is Monday. */
  weekday: number
}
/** Replaces the weekly hours of one day; without hours the whole day is off. */
export interface HoursException {
  day: string
  starts: string | null
  ends: string | null
}

/** A clinician's working hours, in the clinician's own time zone. */
export interface Agenda {
  timeZone: string
  weekly: readonly WeeklyHours[]
  exceptions: readonly HoursException[]
  /** Days of the whole clinic without weekly hours. */
  holidays: readonly string[]
  /** Absences: no slot in them is offered, whatever the hours say. */
  away?: readonly Span[]
  /** Pause after each consultation, 0-15 minutes. */
  bufferMinutes: number
}

/** A half-open interval: the end is excluded, so that neighbours may touch. */
export interface Span {
  start: Date
  end: Date
}
export interface DaySlots {
  date: string
  slots: Span[]
}

const MINUTE = 60_000

/** The time that a slot blocks: the consultation and the clinician's buffer after it. */
export const occupiedBy = (slot: Span, bufferMinutes: number): Span => ({
  start: slot.start,
  end: new Date(slot.end.getTime() + bufferMinutes * MINUTE),
})

export const isSameSpan = (a: Span, b: Span): boolean =>
  a.start.getTime() === b.start.getTime() && a.end.getTime() === b.end.getTime()

export const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

/** The hours of one calendar day: its exceptions if any, else the weekly hours, which holidays do not have. */
export function hoursOn(agenda: Agenda, day: string): Hours[] {
  const exceptions = agenda.exceptions.filter((exception) => exception.day === day)
  if (exceptions.length === 0) {
    if (agenda.holidays.includes(day)) return []
    return agenda.weekly.filter(({ weekday }) => weekday === weekdayOf(day))
  }
  return exceptions.flatMap(({ starts, ends }) => (starts && ends ? [{ starts, ends }] : []))
}

/** A clinician's working time of the next two weeks, without absences and past spans. */
export function workOf(agenda: Agenda, now: Date): Span[] {
  const { day } = localTime(agenda.timeZone, now)
  const days = Array.from({ length: 14 }, (_, offset) => dayAfter(day, offset))
  return days.flatMap((each) => workOn(agenda, each)).filter(({ end }) => end > now)
}

/** A clinician's working time of one day, without absences. */
export function workOn(agenda: Agenda, day: string): Span[] {
  const hours = hoursOn(agenda, day).map(({ starts, ends }) => ({
    start: momentOf(agenda.timeZone, day, starts),
    end: momentOf(agenda.timeZone, day, ends),
  }))
  return (agenda.away ?? []).reduce<Span[]>((remaining, away) => remaining.flatMap((one) => without(one, away)), hours)
}

function without(span: Span, away: Span): Span[] {
  if (!overlaps(span, away)) return [span]
  const parts = [
    { start: span.start, end: away.start },
    { start: away.end, end: span.end },
  ]
  return parts.filter(({ start, end }) => start < end)
}

/** The first and last moment at which a consultation may start (product 5.3: lead time, horizon). */
export const bookableFrom = (now: Date): Date => new Date(now.getTime() + LEAD_MINUTES * MINUTE)
export const bookableUntil = (now: Date): Date => new Date(now.getTime() + HORIZON_DAYS * 24 * 60 * MINUTE)

/**
 * The whole grid of one day's slots, taken or not, past or not. It counts elapsed minutes, so a DST change is
 * harmless.
 * After a partial absence the remaining slots keep their usual times.
 */
export function slotsOn(agenda: Agenda, day: string, durationMinutes: number): Span[] {
  const length = durationMinutes * MINUTE
  const step = length + agenda.bufferMinutes * MINUTE
  const slots: Span[] = []
  for (const { starts, ends } of hoursOn(agenda, day)) {
    const close = momentOf(agenda.timeZone, day, ends).getTime()
    for (let at = momentOf(agenda.timeZone, day, starts).getTime(); at + length <= close; at += step)
      slots.push({ start: new Date(at), end: new Date(at + length) })
  }
  const availableSlots = slots.filter((slot) => !agenda.away?.some((away) => overlaps(slot, away)))
  return availableSlots.sort((a, b) => a.start.getTime() - b.start.getTime())
}

interface Wanted {
  durationMinutes: number
  now: Date
  /** Spans held for others, buffers included. */
  occupiedTimes: readonly Span[]
}
/** Calendar days in the clinician's time zone, both included. */
interface Days {
  from: string
  to: string
}

/** Free slots by day; a day without any is in the result, empty. Days outside the horizon are left out. */
export const freeSlots = (agenda: Agenda, query: Wanted & Days): DaySlots[] => [...freeDays(agenda, query)]

/** The soonest free slot; undefined when there is none within the horizon. */
export function nextFree(agenda: Agenda, query: Wanted): Span | undefined {
  const from = localTime(agenda.timeZone, query.now).day
  for (const { slots } of freeDays(agenda, { ...query, from, to: dayAfter(from, HORIZON_DAYS + 1) }))
    if (slots[0]) return slots[0]
  return undefined
}

/** Yields day by day, so that `nextFree` stops at the first match. */
function* freeDays(
  agenda: Agenda,
  { from, to, durationMinutes, now, occupiedTimes }: Wanted & Days,
): Generator<DaySlots> {
  const first = bookableFrom(now)
  const last = bookableUntil(now)
  const start = latest(from, localTime(agenda.timeZone, first).day)
  const end = earliest(to, localTime(agenda.timeZone, last).day)
  const isFree = freeAmong(occupiedTimes)
  for (let day = start; day <= end; day = dayAfter(day)) {
    const slots = slotsOn(agenda, day, durationMinutes)
    const bookable = slots.filter(({ start: begins }) => begins >= first && begins <= last)
    yield { date: day, slots: bookable.filter((slot) => isFree(occupiedBy(slot, agenda.bufferMinutes))) }
  }
}

/**
 * Whether a span is free. Spans must be passed in order of their start: each is compared only with the taken spans
 * around it, however many the month has.
 */
function freeAmong(occupiedTimes: readonly Span[]): (span: Span) => boolean {
  const coming = [...occupiedTimes].sort((a, b) => b.start.getTime() - a.start.getTime())
  return (span) => {
    for (let next = coming.at(-1); next && next.end <= span.start; next = coming.at(-1)) coming.pop()
    const after = coming.findLastIndex(({ start }) => start >= span.end)
    return !coming.slice(after + 1).some((one) => overlaps(one, span))
  }
}

/** Whether this exact slot is in the clinician's grid now, whether taken or not. */
export function isOffered(agenda: Agenda, slot: Span, durationMinutes: number, now: Date): boolean {
  const { day } = localTime(agenda.timeZone, slot.start)
  const days = freeSlots(agenda, { from: day, to: day, durationMinutes, now, occupiedTimes: [] })
  return days.some(({ slots }) => slots.some((one) => isSameSpan(one, slot)))
}

const latest = (a: string, b: string): string => (a > b ? a : b)
const earliest = (a: string, b: string): string => (a < b ? a : b)

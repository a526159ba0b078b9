import { HORIZON_DAYS, LEAD_MINUTES } from '../../kit/assumptions.ts'
import { dayAfter, localTime, momentOf, weekdayOf } from '../../kit/zone.ts'

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
  /** When they are away, whatever their hours say; what lies in it is offered to nobody. */
  away?: readonly Span[]
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

/** When somebody works, within two weeks, without what they are away: what is not over yet. */
export function workOf(agenda: Agenda, now: Date): Span[] {
  const { day } = localTime(agenda.timeZone, now)
  const days = Array.from({ length: 14 }, (_, offset) => dayAfter(day, offset))
  return days.flatMap((each) => workOn(agenda, each)).filter(({ end }) => end > now)
}

/** When somebody works on one day: its hours, without what they are away. */
export function workOn(agenda: Agenda, day: string): Span[] {
  const hours = hoursOn(agenda, day).map(({ starts, ends }) => ({
    start: momentOf(agenda.timeZone, day, starts),
    end: momentOf(agenda.timeZone, day, ends),
  }))
  return (agenda.away ?? []).reduce<Span[]>((left, away) => left.flatMap((one) => without(one, away)), hours)
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
 * Every time that the hours of one day hold, taken or not, past or not. Counted in real minutes, whatever clocks do. Who is
 * away for a part of it gives the rest at the times at which they always do.
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
  const here = slots.filter((slot) => !agenda.away?.some((away) => overlaps(slot, away)))
  return here.sort((a, b) => a.start.getTime() - b.start.getTime())
}

interface Wanted {
  durationMinutes: number
  now: Date
  /** What other people hold, buffers included. */
  taken: readonly Span[]
}
/** Calendar days in the clinician's zone, both included. */
interface Days {
  from: string
  to: string
}

/** Free times, day by day; a day without any is there, empty. Days outside the horizon are left out. */
export const freeSlots = (agenda: Agenda, wanted: Wanted & Days): DaySlots[] => [...freeDays(agenda, wanted)]

/** The soonest free time, or undefined within the horizon. */
export function nextFree(agenda: Agenda, wanted: Wanted): Span | undefined {
  const from = localTime(agenda.timeZone, wanted.now).day
  for (const { slots } of freeDays(agenda, { ...wanted, from, to: dayAfter(from, HORIZON_DAYS + 1) }))
    if (slots[0]) return slots[0]
  return undefined
}

/** One day after the other, as far as they are asked for. */
function* freeDays(agenda: Agenda, { from, to, durationMinutes, now, taken }: Wanted & Days): Generator<DaySlots> {
  const first = bookableFrom(now)
  const last = bookableUntil(now)
  const start = latest(from, localTime(agenda.timeZone, first).day)
  const end = earliest(to, localTime(agenda.timeZone, last).day)
  const isFree = freeAmong(taken)
  for (let day = start; day <= end; day = dayAfter(day)) {
    const slots = slotsOn(agenda, day, durationMinutes)
    const bookable = slots.filter(({ start: begins }) => begins >= first && begins <= last)
    yield { date: day, slots: bookable.filter((slot) => isFree(occupiedBy(slot, agenda.bufferMinutes))) }
  }
}

/**
 * Whether nobody has any of a span, asked of one span after the other as they begin: each is held against those around it
 * alone, however much of the month is taken.
 */
function freeAmong(taken: readonly Span[]): (span: Span) => boolean {
  const coming = [...taken].sort((a, b) => b.start.getTime() - a.start.getTime())
  return (span) => {
    for (let next = coming.at(-1); next && next.end <= span.start; next = coming.at(-1)) coming.pop()
    const after = coming.findLastIndex(({ start }) => start >= span.end)
    return !coming.slice(after + 1).some((one) => overlaps(one, span))
  }
}

/** Whether this exact time is one that the clinician offers now, whoever may hold it. */
export function isOffered(agenda: Agenda, slot: Span, durationMinutes: number, now: Date): boolean {
  const { day } = localTime(agenda.timeZone, slot.start)
  const offered = freeSlots(agenda, { from: day, to: day, durationMinutes, now, taken: [] })
  return offered.some(({ slots }) => slots.some((one) => isSame(one, slot)))
}

const latest = (a: string, b: string): string => (a > b ? a : b)
const earliest = (a: string, b: string): string => (a < b ? a : b)

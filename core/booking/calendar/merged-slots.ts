import { dayAfter, localTime } from '../../kit/zone.ts'
import { type Agenda, freeSlots, type Span } from './slots.ts'

/** A clinician's hours, and what of them is taken, pauses included. */
export interface Calendar {
  clinicianId: string
  agenda: Agenda
  taken: readonly Span[]
}
export interface OfferedSpan extends Span {
  clinicianId: string
}
interface Wanted {
  /** Calendar days in `timeZone`, both included. */
  from: string
  to: string
  timeZone: string
  durationMinutes: number
  now: Date
  /** What the reader holds, which is offered whatever it is near to. */
  own?: OfferedSpan | undefined
}

/** More days than a screen shows are not computed, whatever the address says. */
export const MOST_DAYS = 7

/**
 * The free times of everybody who gives a product, day by day on one clock. A time that several have is offered once, with
 * whoever of them has the least taken (then in the order of `calendars`); the reader's own comes before any.
 */
export function mergedSlots(calendars: readonly Calendar[], wanted: Wanted): { date: string; slots: OfferedSpan[] }[] {
  const { from, timeZone, own } = wanted
  const last = dayAfter(from, MOST_DAYS - 1)
  const to = wanted.to < last ? wanted.to : last
  // A day on the clock of a clinician may be the one before or after on this clock.
  const days = { ...wanted, from: dayAfter(from, -1), to: dayAfter(to, 1) }
  const leastTakenFirst = calendars.toSorted((one, other) => one.taken.length - other.taken.length)
  const offered = leastTakenFirst.flatMap(({ clinicianId, agenda, taken }) =>
    freeSlots(agenda, { ...days, taken }).flatMap(({ slots }) => slots.map((slot) => ({ ...slot, clinicianId }))),
  )
  const byStart = new Map<number, OfferedSpan>()
  for (const slot of own ? [own, ...offered] : offered) {
    const start = slot.start.getTime()
    if (!byStart.has(start)) byStart.set(start, slot)
  }
  const slots = [...byStart.values()].sort((a, b) => a.start.getTime() - b.start.getTime())
  const dates: string[] = []
  for (let date = from; date <= to; date = dayAfter(date)) dates.push(date)
  return dates.map((date) => ({
    date,
    slots: slots.filter(({ start }) => localTime(timeZone, start).day === date),
  }))
}

import { dayAfter, localTime } from '../../kit/zone.ts'
import { type Agenda, freeSlots, type Span } from './slots.ts'

/** A clinician's hours and the taken spans in them, buffers included. */
export interface Calendar {
  clinicianId: string
  agenda: Agenda
  occupiedTimes: readonly Span[]
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
  /** The slot that the reader holds; it is always offered. */
  own?: OfferedSpan | undefined
}

/** Limit of days, whatever the request says; no screen shows more. */
export const MAX_DAYS = 7

/**
 * The free slots of all clinicians of a product, by day in one time zone. A slot that several clinicians share is
 * offered once, with the clinician who has the fewest taken spans (then in the order of `calendars`); the reader's own
 * slot wins.
 */
export function mergedSlots(calendars: readonly Calendar[], query: Wanted): { date: string; slots: OfferedSpan[] }[] {
  const { from, timeZone, own } = query
  const last = dayAfter(from, MAX_DAYS - 1)
  const to = query.to < last ? query.to : last
  // A day in the clinician's time zone may be the previous or next day in this one.
  const days = { ...query, from: dayAfter(from, -1), to: dayAfter(to, 1) }
  const leastTakenFirst = calendars.toSorted((one, other) => one.occupiedTimes.length - other.occupiedTimes.length)
  const freeSpans = leastTakenFirst.flatMap(({ clinicianId, agenda, occupiedTimes }) =>
    freeSlots(agenda, { ...days, occupiedTimes }).flatMap(({ slots }) =>
      slots.map((slot) => ({ ...slot, clinicianId })),
    ),
  )
  const byStart = new Map<number, OfferedSpan>()
  for (const slot of own ? [own, ...freeSpans] : freeSpans) {
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

import type { DayEntry, OwnDay } from './day-api.ts'

const MINUTE_MS = 60_000
/** The shortest consultation on offer (product 5.3): less than that between two is no free time. */
const SHORTEST_GAP_MS = 15 * MINUTE_MS

/** What a day reads like, from top to bottom; moments are milliseconds. */
export type DayLine =
  | { is: 'entry'; at: number; entry: DayEntry }
  | { is: 'free' | 'break' | 'pending'; at: number; until: number }
  | { is: 'now'; at: number }

interface Stretch {
  from: number
  until: number
}
const stretchOf = ({ startTime, endTime }: { startTime: string; endTime: string }): Stretch => ({
  from: Date.parse(startTime),
  until: Date.parse(endTime),
})
const inOrder = (stretches: Stretch[]): Stretch[] => [...stretches].sort((a, b) => a.from - b.from)

/**
 * A day in the order of its hours: what is booked, what is being booked, the breaks between working hours, and what is
 * still free of them. Time that has passed is not free any more; the line of now stands before whatever comes next.
 */
export function dayLines({ hours, entries, pending }: Omit<OwnDay, 'date' | 'timeZone'>, now: number): DayLine[] {
  const open = inOrder(hours.map(stretchOf))
  const taken = inOrder([...entries, ...pending].map(stretchOf))
  const lines: DayLine[] = [
    ...entries.map((entry) => ({ is: 'entry' as const, at: Date.parse(entry.startTime), entry })),
    ...pending.map(stretchOf).map(({ from, until }) => ({ is: 'pending' as const, at: from, until })),
    ...breaksBetween(open).map(({ from, until }) => ({ is: 'break' as const, at: from, until })),
    ...open
      .flatMap((one) => freeIn(one, taken, now))
      .map(({ from, until }) => ({ is: 'free' as const, at: from, until })),
  ]
  // What begins this very minute is what now is about.
  return [{ is: 'now' as const, at: now }, ...lines].sort((a, b) => a.at - b.at)
}

function breaksBetween(open: readonly Stretch[]): Stretch[] {
  return open.flatMap(({ until }, at) => {
    const next = open[at + 1]
    return next && next.from > until ? [{ from: until, until: next.from }] : []
  })
}

function freeIn(open: Stretch, taken: readonly Stretch[], now: number): Stretch[] {
  const free: Stretch[] = []
  let from = Math.max(open.from, now)
  for (const one of taken) {
    if (one.until <= from || one.from >= open.until) continue
    if (one.from - from >= SHORTEST_GAP_MS) free.push({ from, until: one.from })
    from = Math.max(from, one.until)
  }
  if (open.until - from >= SHORTEST_GAP_MS) free.push({ from, until: open.until })
  return free
}

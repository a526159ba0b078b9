import type { DayEntry, OwnDay } from './day-api.ts'

const MINUTE_MS = 60_000
/** Length of the shortest consultation (product 5.3): a shorter gap is not shown as free time. */
const MIN_GAP_MS = 15 * MINUTE_MS

/** A line of the day, in order; times are in milliseconds since the epoch. */
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
 * The day's appointments, held slots, breaks and remaining free time in order. Past time is not free; the line `now`
 * stands before the next entry.
 */
export function buildDayLines({ hours, entries, pending }: Omit<OwnDay, 'date' | 'timeZone'>, now: number): DayLine[] {
  const open = inOrder(hours.map(stretchOf))
  const busyStretches = inOrder([...entries, ...pending].map(stretchOf))
  const lines: DayLine[] = [
    ...entries.map((entry) => ({ is: 'entry' as const, at: Date.parse(entry.startTime), entry })),
    ...pending.map(stretchOf).map(({ from, until }) => ({ is: 'pending' as const, at: from, until })),
    ...breaksBetween(open).map(({ from, until }) => ({ is: 'break' as const, at: from, until })),
    ...open
      .flatMap((one) => freeIn(one, busyStretches, now))
      .map(({ from, until }) => ({ is: 'free' as const, at: from, until })),
  ]
  // An entry that starts at this very moment stays below the line `now`.
  return [{ is: 'now' as const, at: now }, ...lines].sort((a, b) => a.at - b.at)
}

function breaksBetween(open: readonly Stretch[]): Stretch[] {
  return open.flatMap(({ until }, at) => {
    const next = open[at + 1]
    return next && next.from > until ? [{ from: until, until: next.from }] : []
  })
}

function freeIn(open: Stretch, busyStretches: readonly Stretch[], now: number): Stretch[] {
  const free: Stretch[] = []
  let from = Math.max(open.from, now)
  for (const one of busyStretches) {
    if (one.until <= from || one.from >= open.until) continue
    if (one.from - from >= MIN_GAP_MS) free.push({ from, until: one.from })
    from = Math.max(from, one.until)
  }
  if (open.until - from >= MIN_GAP_MS) free.push({ from, until: open.until })
  return free
}

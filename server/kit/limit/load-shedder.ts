import type { Priority } from '@cuida/core/kit/call.ts'

export interface LoadShedder {
  /** Whether a new request is refused instead of served. */
  refuses(priority: Priority): boolean
  /** Until then nothing is refused: a starting process is busy without any request. */
  start(): void
  close(): void
}

interface Load {
  /** Milliseconds by which the event loop is late. */
  lateMs: number
  /** Statements that wait for a database connection. */
  waiting: number
}

const TICK_MS = 25
/** Beyond either of these the process is overloaded, and requests of this priority are refused. */
export const MOST: Readonly<Record<Priority, Load>> = {
  low: { lateMs: 15, waiting: 25 },
  high: { lateMs: 500, waiting: 200 },
}
/** Statements that may wait at all: the queue must not grow for ever while the database is stuck. */
const MAX_WAITING = 400
/** A single slow request, a garbage collection, or the calls with which a page opens are no overload. */
const SUSTAINED_MS = 400
/** Change of the refused share in a second, by how far the load is above or below the limit. */
const RISE = 4
const FALL = 0.4
/** Some requests of high priority are always served, so that the load is measured. */
const MAX_SHARE = 1.9

/**
 * Refuses a share of the requests while the process is overloaded: first those of low priority, then those of high
 * priority. The share follows the load, so that the process keeps working at its limit instead of falling idle and
 * overloaded by turns (docs/decisions/0191).
 */
export function createLoadShedder(waiting: () => number): LoadShedder {
  const control = createControl()
  let timer: NodeJS.Timeout | undefined
  let due = 0
  const tick = () => {
    const now = performance.now()
    control.update({ lateMs: now - due, waiting: waiting() }, now)
    due = now + TICK_MS
  }
  return {
    refuses(priority) {
      const share = priority === 'low' ? control.share() : control.share() - 1
      return (share > 0 && Math.random() < share) || waiting() >= MAX_WAITING
    },
    start() {
      due = performance.now() + TICK_MS
      timer ??= setInterval(tick, TICK_MS).unref()
    },
    close: () => clearInterval(timer),
  }
}

/** The refused share: up to 1 of the requests of low priority, beyond 1 all of them and a part of the others. */
export function createControl() {
  let share = 0
  let updatedAt = 0
  let overloadedSince: number | undefined
  return {
    share: () => share,
    update({ lateMs, waiting }: Load, now: number): void {
      const seconds = Math.min((now - updatedAt) / 1_000, 1)
      updatedAt = now
      const most = share < 1 ? MOST.low : MOST.high
      const load = Math.max(lateMs / most.lateMs, waiting / most.waiting)
      if (load <= 1) {
        overloadedSince = undefined
        share = Math.max(0, share - FALL * seconds)
        return
      }
      overloadedSince ??= now - lateMs
      // While some are refused already, the share follows at once.
      if (share === 0 && now - overloadedSince < SUSTAINED_MS) return
      const next = share + RISE * Math.min(load - 1, 2) * seconds
      // All of low priority first: the next measurement shows whether that was enough.
      share = Math.min(next, share < 1 ? 1 : MAX_SHARE)
    },
  }
}

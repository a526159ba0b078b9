import { CallFailed } from '../call-failed.ts'

type Interval<Q> = number | false | undefined | ((query: Q) => number | false | undefined)

const FIRST_MS = 1_000
const MAX_MS = 30_000

/**
 * Milliseconds before the next attempt: what the server asked for, with jitter, since otherwise all clients that it
 * refused come back together.
 */
const waitOf = (error: unknown, otherwise: number): number =>
  error instanceof CallFailed && error.retryAfter ? error.retryAfter * 1_000 * (1 + Math.random() / 2) : otherwise

/** The server is overloaded or down, and said when to ask again: no failure to show yet. */
const isPostponed = (error: unknown): boolean =>
  error instanceof CallFailed && error.status === 503 && error.retryAfter !== undefined

/** Attempts beyond the app's own for a query that the server postponed. */
const MORE_ATTEMPTS = 3

/** The defaults of an app's queries for failures; `isWorthRetrying` decides about those that are not postponed. */
export const retryPolicy = (isWorthRetrying: (failures: number, error: Error) => boolean) => ({
  retry: (failures: number, error: Error) =>
    isPostponed(error) ? failures < MORE_ATTEMPTS : isWorthRetrying(failures, error),
  retryDelay: (failures: number, error: Error) => waitOf(error, Math.min(FIRST_MS * 2 ** failures, MAX_MS)),
})

/** A polling interval that is longer while the server asks for it. */
export const politeInterval =
  <Q extends { state: { error: unknown } }>(every: Interval<Q>): ((query: Q) => number | false | undefined) =>
  (query) => {
    const interval = typeof every === 'function' ? every(query) : every
    return interval ? Math.max(interval, waitOf(query.state.error, 0)) : interval
  }

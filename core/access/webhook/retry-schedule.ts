const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds between the attempts to send a message: three days in all. */
export const RETRY_SECONDS: readonly number[] = [
  5,
  55,
  4 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
]

/** An endpoint to which everything has failed for so long is paused. */
export const PAUSE_AFTER_SECONDS = RETRY_SECONDS.reduce((sum, seconds) => sum + seconds, 0)

/** Otherwise an endpoint could put its messages off for ever. */
const LONGEST_RETRY_AFTER = 12 * HOUR

interface Failure {
  /** How often the message was sent, at least once. */
  attempts: number
  /** What the endpoint asked for, in seconds. */
  retryAfter: number | undefined
  /** From 0 to 1: lengthens the delay by up to a tenth, so that messages that failed together do not return together. */
  random: number
}

/** Seconds until the next attempt; undefined after the last one. */
export function retryDelay({ attempts, retryAfter = 0, random }: Failure): number | undefined {
  const delay = RETRY_SECONDS[attempts - 1]
  if (delay === undefined) return undefined
  return Math.max(delay * (1 + random / 10), Math.min(retryAfter, LONGEST_RETRY_AFTER))
}

/** Seconds until an endpoint to which everything fails is tried again, with one message: a tenth of the outage so far. */
export const probeDelay = (failingSeconds: number): number => Math.min(Math.max(failingSeconds / 10, 5), 5 * MINUTE)

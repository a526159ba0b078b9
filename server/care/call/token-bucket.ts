/** Half a second's worth of a browser's candidates at once, and far more in the long run than a call needs. */
const BURST = 200
const PER_SECOND = 50

/** A bucket of messages that refills with time: `spend` answers false when a sender is too fast. */
export function tokenBucket(start: number): { spend(now: number): boolean } {
  let left = BURST
  let at = start
  return {
    spend(now) {
      left = Math.min(BURST, left + ((now - at) / 1_000) * PER_SECOND)
      at = now
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}

// In seconds. Product 3.6: the gap between two codes starts at 30 s and doubles up to 5 min; a number gets 5 codes an
// hour and 10 a day.
const FIRST_GAP = 30
const MAX_GAP = 300
const HOUR = 3_600
const DAY = 86_400
export const CODES_AN_HOUR = 5
export const CODES_A_DAY = 10
/** How many of these codes unauthenticated callers can cause without a proof of work. */
export const FREE_CODES_AN_HOUR = 3
export const FREE_CODES_A_DAY = 6

/** Digits, validity and attempts of a verification code (product 3.6). */
export const CODE_DIGITS = 6
export const CODE_MINUTES = 10
export const CODE_TRIES = 5

/** Seconds until a number may get another code; 0 for now. `sent`: codes of the last day, newest first. */
export const codeWaitSeconds = (sent: readonly Date[], now: Date): number =>
  Math.max(gapSeconds(sent, now), roomSeconds(sent, now))

/** Seconds until another code needs no proof of work; with one it may be sent sooner. */
export function freeCodeSeconds(sent: readonly Date[], now: Date): number {
  const ages = agesOf(sent, now)
  const free = [untilRoom(ages, FREE_CODES_AN_HOUR, HOUR), untilRoom(ages, FREE_CODES_A_DAY, DAY)]
  return Math.max(codeWaitSeconds(sent, now), ...free.map(Math.ceil))
}

/** Seconds until the gap after the last code is over. */
export function gapSeconds(sent: readonly Date[], now: Date): number {
  const ages = agesOf(sent, now)
  const inHour = ages.filter((age) => age < HOUR).length
  const gap = inHour === 0 ? 0 : Math.min(FIRST_GAP * 2 ** (inHour - 1), MAX_GAP)
  return Math.max(0, Math.ceil(gap - (ages[0] ?? Infinity)))
}

/** Seconds until the hourly and daily limits allow another code; no proof of work shortens them. */
export function roomSeconds(sent: readonly Date[], now: Date): number {
  const ages = agesOf(sent, now)
  const waits = [untilRoom(ages, CODES_AN_HOUR, HOUR), untilRoom(ages, CODES_A_DAY, DAY)]
  return Math.max(0, ...waits.map(Math.ceil))
}

const agesOf = (sent: readonly Date[], now: Date): number[] => sent.map((at) => (now.getTime() - at.getTime()) / 1_000)

/** Seconds until the oldest code that counts has left the window. */
const untilRoom = (ages: readonly number[], most: number, window: number): number =>
  window - (ages[most - 1] ?? Infinity)

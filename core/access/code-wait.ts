// Decisions §4: the gap between two codes starts at 30 s and doubles up to 5 min; 5 an hour and 10 a day a number.
const FIRST_GAP = 30
const LONGEST_GAP = 300
const HOUR = 3_600
const DAY = 86_400
export const CODES_AN_HOUR = 5
export const CODES_A_DAY = 10

/** Digits, life and tries of a verification code (decisions §4). */
export const CODE_DIGITS = 6
export const CODE_MINUTES = 10
export const CODE_TRIES = 5

/** Seconds to wait before a number may be sent another code; 0 when now. `sent`: codes of the last day, newest first. */
export function codeWaitSeconds(sent: readonly Date[], now: Date): number {
  const ages = sent.map((at) => (now.getTime() - at.getTime()) / 1_000)
  const inHour = ages.filter((age) => age < HOUR)
  const gap = inHour.length === 0 ? 0 : Math.min(FIRST_GAP * 2 ** (inHour.length - 1), LONGEST_GAP)
  const waits = [gap - (ages[0] ?? Infinity), untilRoom(ages, CODES_AN_HOUR, HOUR), untilRoom(ages, CODES_A_DAY, DAY)]
  return Math.max(0, ...waits.map(Math.ceil))
}

/** Until the code that fills the window is older than it. */
const untilRoom = (ages: readonly number[], most: number, window: number): number =>
  window - (ages[most - 1] ?? Infinity)

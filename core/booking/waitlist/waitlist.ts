import { LEAD_MINUTES, OFFER_MINUTES } from '../../kit/assumptions.ts'
import type { DaySlots, Span } from '../calendar/slots.ts'

const MINUTE = 60_000

/**
 * The time to offer to somebody who waits for one before `until`: the soonest that leaves them the minutes of the offer
 * and the clinician theirs to prepare. undefined when none is.
 */
export function offerOf(days: readonly DaySlots[], until: Date, now: Date): Span | undefined {
  const from = now.getTime() + (OFFER_MINUTES + LEAD_MINUTES) * MINUTE
  return days.flatMap(({ slots }) => slots).find(({ start }) => start.getTime() >= from && start < until)
}

const QUIET_FROM = '21:30'
const QUIET_UNTIL = '08:00'

/** Whether it is too late or too early to write to somebody; `time` is "HH:MM" on the clinic's clock. */
export const isQuiet = (time: string): boolean => time >= QUIET_FROM || time < QUIET_UNTIL

import { LEAD_MINUTES, OFFER_MINUTES } from '../../kit/assumptions.ts'
import type { DaySlots, Span } from '../calendar/slots.ts'

const MINUTE = 60_000

/**
 * The slot to offer to a patient who waits for one before `until`: the soonest that leaves the time of the offer and
 * the clinician's lead time. undefined when there is none.
 */
export function offerOf(days: readonly DaySlots[], until: Date, now: Date): Span | undefined {
  const from = now.getTime() + (OFFER_MINUTES + LEAD_MINUTES) * MINUTE
  return days.flatMap(({ slots }) => slots).find(({ start }) => start.getTime() >= from && start < until)
}

const QUIET_FROM = '21:30'
const QUIET_UNTIL = '08:00'

/** Whether it is too late or too early to notify a patient; `time` is "HH:MM" in the clinic's time zone. */
export const isQuiet = (time: string): boolean => time >= QUIET_FROM || time < QUIET_UNTIL

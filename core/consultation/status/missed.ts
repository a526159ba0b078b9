import type { Action } from './actions.ts'

/**
 * Minimum distance of two missed calls, in minutes: three calls in a row to a patient in the shower must not cancel.
 */
export const MISSED_CALL_INTERVAL_MINUTES = 5

/** When the next missed call can be recorded, in ms since the epoch; undefined: now. */
export function nextMissedCallAllowedAt(
  actions: readonly Pick<Action, 'type' | 'createdAt'>[],
  now: number,
): number | undefined {
  const last = actions.findLast(({ type }) => type === 'UNASSIGNED')
  const from = last && Date.parse(last.createdAt) + MISSED_CALL_INTERVAL_MINUTES * 60_000
  return from !== undefined && from > now ? from : undefined
}

import { JOIN_MINUTES } from '../../kit/assumptions.ts'

const MINUTE_MS = 60_000

export interface Timed {
  /** ISO 8601. */
  startsAt: string
  durationMinutes: number
}
/** `over` is from its last moment on; until then it is upcoming, on its way or not. */
export type Phase = 'upcoming' | 'live' | 'over'

export const startOf = ({ startsAt }: Timed): Date => new Date(startsAt)
export const endOf = ({ startsAt, durationMinutes }: Timed): Date =>
  new Date(Date.parse(startsAt) + durationMinutes * MINUTE_MS)
/** From when who registered may go in. */
export const doorsOpenAt = ({ startsAt }: Timed): Date => new Date(Date.parse(startsAt) - JOIN_MINUTES * MINUTE_MS)

export function phaseOf(webinar: Timed, now: Date): Phase {
  if (now >= endOf(webinar)) return 'over'
  return now >= startOf(webinar) ? 'live' : 'upcoming'
}

/** Whether who registered is shown where to go in. */
export const areDoorsOpen = (webinar: Timed, now: Date): boolean =>
  now >= doorsOpenAt(webinar) && phaseOf(webinar, now) !== 'over'

/** How many may still register; null when everybody may. */
export const placesLeft = (seats: number | null, taken: number): number | null =>
  seats === null ? null : Math.max(0, seats - taken)

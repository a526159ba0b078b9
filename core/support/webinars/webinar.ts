import { JOIN_MINUTES } from '../../kit/assumptions.ts'

const MINUTE_MS = 60_000

export interface Timed {
  /** ISO 8601. */
  startsAt: string
  durationMinutes: number
}
/** A webinar is over from its last moment on. */
export type Phase = 'upcoming' | 'live' | 'over'

export const startOf = ({ startsAt }: Timed): Date => new Date(startsAt)
export const endOf = ({ startsAt, durationMinutes }: Timed): Date =>
  new Date(Date.parse(startsAt) + durationMinutes * MINUTE_MS)
/** From when registered patients may join. */
export const doorsOpenAt = ({ startsAt }: Timed): Date => new Date(Date.parse(startsAt) - JOIN_MINUTES * MINUTE_MS)

export function phaseOf(webinar: Timed, now: Date): Phase {
  if (now >= endOf(webinar)) return 'over'
  return now >= startOf(webinar) ? 'live' : 'upcoming'
}

/** Whether registered patients get the link to join. */
export const areDoorsOpen = (webinar: Timed, now: Date): boolean =>
  now >= doorsOpenAt(webinar) && phaseOf(webinar, now) !== 'over'

/** Remaining seats; null for unlimited. */
export const placesLeft = (seats: number | null, taken: number): number | null =>
  seats === null ? null : Math.max(0, seats - taken)

import { JOIN_MINUTES } from '../../kit/assumptions.ts'

const MINUTE_MS = 60_000

export interface WebinarTime {
  /** ISO 8601. */
  startsAt: string
  durationMinutes: number
}
/** A webinar is over from its last moment on. */
export type Phase = 'upcoming' | 'live' | 'over'

export const startOf = ({ startsAt }: WebinarTime): Date => new Date(startsAt)
export const endOf = ({ startsAt, durationMinutes }: WebinarTime): Date =>
  new Date(Date.parse(startsAt) + durationMinutes * MINUTE_MS)
/** From when registered patients may join. */
export const joinOpensAt = ({ startsAt }: WebinarTime): Date =>
  new Date(Date.parse(startsAt) - JOIN_MINUTES * MINUTE_MS)

export function phaseOf(webinar: WebinarTime, now: Date): Phase {
  if (now >= endOf(webinar)) return 'over'
  return now >= startOf(webinar) ? 'live' : 'upcoming'
}

/** Whether registered patients get the link to join. */
export const isJoinOpen = (webinar: WebinarTime, now: Date): boolean =>
  now >= joinOpensAt(webinar) && phaseOf(webinar, now) !== 'over'

/** Remaining seats; null for unlimited. */
export const seatsLeft = (seats: number | null, takenSeats: number): number | null =>
  seats === null ? null : Math.max(0, seats - takenSeats)

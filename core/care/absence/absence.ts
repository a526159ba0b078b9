import { overlaps, type Span } from '../../booking/calendar/slots.ts'
import { type AbsenceHour, type Decided, LONGEST_ABSENCE_DAYS } from './absence-api.ts'

const DAY_MS = 24 * 60 * 60_000

/** Whether somebody may be away then: it ends after it begins, is not over, and is no leaving for good. */
export const isStretch = ({ start, end }: Span, now: Date): boolean =>
  start < end && end > now && end.getTime() - start.getTime() <= LONGEST_ABSENCE_DAYS * DAY_MS

export type Ended = { endsAt: Date } | 'taken-back' | 'NOT_SHORTER'

/** An absence that ends earlier: at `endsAt`, or now; one that has not begun is taken back as a whole. */
export function endedEarlier({ start, end }: Span, endsAt: Date | null, now: Date): Ended {
  if (endsAt === null) return start >= now ? 'taken-back' : { endsAt: now }
  return endsAt > start && endsAt < end && endsAt >= now ? { endsAt } : 'NOT_SHORTER'
}

const spanOf = ({ startTime, endTime }: AbsenceHour): Span => ({ start: new Date(startTime), end: new Date(endTime) })

/**
 * One choice for all of them: each goes to a colleague who is free then, and to whom fewest have gone so far; nobody gets
 * two at once. An hour for which nobody is left is decided by itself.
 */
export function sharedOut(hours: readonly AbsenceHour[]): Map<string, string> {
  const given = new Map<string, AbsenceHour[]>()
  const shared = new Map<string, string>()
  for (const hour of hours) {
    const able = hour.free.filter((id) => !given.get(id)?.some((other) => overlaps(spanOf(other), spanOf(hour))))
    const [chosen] = [...able].sort((a, b) => (given.get(a)?.length ?? 0) - (given.get(b)?.length ?? 0))
    if (!chosen) continue
    given.set(chosen, [...(given.get(chosen) ?? []), hour])
    shared.set(hour.id, chosen)
  }
  return shared
}

/** The hours of which nothing was decided; what was offered already waits for its patient. */
export const undecidedOf = <H extends Pick<AbsenceHour, 'id' | 'startTime' | 'areTimesOffered'>>(
  hours: readonly H[],
  resolutions: readonly Decided[],
): H[] =>
  hours.filter(
    ({ id, startTime, areTimesOffered }) =>
      !areTimesOffered &&
      !resolutions.some((one) => one.id === id && Date.parse(one.startTime) === Date.parse(startTime)),
  )

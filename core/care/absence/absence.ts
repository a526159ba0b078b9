import { overlaps, type Span } from '../../booking/calendar/slots.ts'
import { type AbsenceHour, type Decided, LONGEST_ABSENCE_DAYS } from './absence-api.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Whether a period is a valid absence: it ends after it starts, is not over, and lasts at most LONGEST_ABSENCE_DAYS.
 */
export const isStretch = ({ start, end }: Span, now: Date): boolean =>
  start < end && end > now && end.getTime() - start.getTime() <= LONGEST_ABSENCE_DAYS * DAY_MS

export type Ended = { endsAt: Date } | 'taken-back' | 'NOT_SHORTER'

/** Ends an absence at `endsAt`, or now for `null`. An absence that has not begun is removed instead. */
export function endedEarlier({ start, end }: Span, endsAt: Date | null, now: Date): Ended {
  if (endsAt === null) return start >= now ? 'taken-back' : { endsAt: now }
  return endsAt > start && endsAt < end && endsAt >= now ? { endsAt } : 'NOT_SHORTER'
}

const spanOf = ({ startTime, endTime }: AbsenceHour): Span => ({ start: new Date(startTime), end: new Date(endTime) })

/**
 * Assigns each appointment to a free colleague, the one with the fewest so far first, and never two overlapping
 * appointments to the same colleague. Appointments without a free colleague are left out for an individual decision.
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

/**
 * Appointments without a resolution. One whose patient was offered other times is excluded: it waits for the patient.
 */
export const undecidedOf = <H extends Pick<AbsenceHour, 'id' | 'startTime' | 'areTimesOffered'>>(
  hours: readonly H[],
  resolutions: readonly Decided[],
): H[] =>
  hours.filter(
    ({ id, startTime, areTimesOffered }) =>
      !areTimesOffered &&
      !resolutions.some((one) => one.id === id && Date.parse(one.startTime) === Date.parse(startTime)),
  )

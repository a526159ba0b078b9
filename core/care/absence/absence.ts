import { overlaps, type Span } from '../../booking/calendar/slots.ts'
import { type AbsenceAppointment, type AppointmentResolution, MAX_ABSENCE_DAYS } from './absence-api.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Whether a period is a valid absence: it ends after it starts, is not over, and lasts at most MAX_ABSENCE_DAYS.
 */
export const isValidAbsence = ({ start, end }: Span, now: Date): boolean =>
  start < end && end > now && end.getTime() - start.getTime() <= MAX_ABSENCE_DAYS * DAY_MS

export type AbsenceEnd = { endsAt: Date } | 'taken-back' | 'NOT_SHORTER'

/** Ends an absence at `endsAt`, or now for `null`. An absence that has not begun is removed instead. */
export function shortenAbsenceSpan({ start, end }: Span, endsAt: Date | null, now: Date): AbsenceEnd {
  if (endsAt === null) return start >= now ? 'taken-back' : { endsAt: now }
  return endsAt > start && endsAt < end && endsAt >= now ? { endsAt } : 'NOT_SHORTER'
}

const spanOf = ({ startTime, endTime }: AbsenceAppointment): Span => ({
  start: new Date(startTime),
  end: new Date(endTime),
})

/**
 * Assigns each appointment to a free colleague, the one with the fewest so far first, and never two overlapping
 * appointments to the same colleague. Appointments without a free colleague are left out for an individual decision.
 */
export function assignToFreeColleagues(hours: readonly AbsenceAppointment[]): Map<string, string> {
  const assignments = new Map<string, AbsenceAppointment[]>()
  const shared = new Map<string, string>()
  for (const hour of hours) {
    const able = hour.free.filter((id) => !assignments.get(id)?.some((other) => overlaps(spanOf(other), spanOf(hour))))
    const [leastBusyId] = [...able].sort(
      (a, b) => (assignments.get(a)?.length ?? 0) - (assignments.get(b)?.length ?? 0),
    )
    if (!leastBusyId) continue
    assignments.set(leastBusyId, [...(assignments.get(leastBusyId) ?? []), hour])
    shared.set(hour.id, leastBusyId)
  }
  return shared
}

/**
 * Appointments without a resolution. One whose patient was offered other times is excluded: it waits for the patient.
 */
export const findUndecided = <H extends Pick<AbsenceAppointment, 'id' | 'startTime' | 'areTimesOffered'>>(
  hours: readonly H[],
  resolutions: readonly AppointmentResolution[],
): H[] =>
  hours.filter(
    ({ id, startTime, areTimesOffered }) =>
      !areTimesOffered &&
      !resolutions.some((one) => one.id === id && Date.parse(one.startTime) === Date.parse(startTime)),
  )

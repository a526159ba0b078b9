import { assignToFreeColleagues } from '@cuida/core/care/absence/absence.ts'
import type {
  AbsenceAppointment,
  AppointmentResolution,
  enterAbsence,
  Resolution,
  resolveAbsence,
  shortenAbsence,
} from '@cuida/core/care/absence/absence-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { momentOf } from '@cuida/core/kit/zone.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'

/** The choice for each appointment: `offer`, `cancel`, or the id of the colleague who takes it. */
export type ResolutionChoices = Readonly<Record<string, string>>

/** The start time is part of the key: an appointment that was rescheduled meanwhile needs a new choice. */
export const keyOf = ({ id, startTime }: Pick<AbsenceAppointment, 'id' | 'startTime'>): string => `${id} ${startTime}`

/** Leaves out appointments whose patients already have new times to choose from. */
export const undecidedAppointments = (hours: readonly AbsenceAppointment[]): AbsenceAppointment[] =>
  hours.filter(({ areTimesOffered }) => !areTimesOffered)

/**
 * Applies one choice to all: `reassign` spreads the appointments over free colleagues, and one for which no colleague
 * is free keeps its choice.
 */
export function applyToAll(
  resolution: Resolution,
  hours: readonly AbsenceAppointment[],
  choices: ResolutionChoices,
): ResolutionChoices {
  const open = undecidedAppointments(hours)
  if (resolution !== 'reassign') return Object.fromEntries(open.map((hour) => [keyOf(hour), resolution]))
  const shared = assignToFreeColleagues(open)
  return Object.fromEntries(
    open.flatMap((hour) => {
      const value = shared.get(hour.id) ?? choices[keyOf(hour)]
      return value ? [[keyOf(hour), value]] : []
    }),
  )
}

export function resolvedAppointments(
  hours: readonly AbsenceAppointment[],
  choices: ResolutionChoices,
): AppointmentResolution[] {
  return undecidedAppointments(hours).flatMap((hour): AppointmentResolution[] => {
    const value = choices[keyOf(hour)]
    const { id, startTime } = hour
    if (!value) return []
    if (value === 'offer' || value === 'cancel') return [{ id, startTime, resolution: value }]
    return [{ id, startTime, resolution: 'reassign', clinicianId: value }]
  })
}

export interface AbsenceFields {
  from: string
  starts: string
  until: string
  ends: string
}

/**
 * The time range in the clinician's time zone, in whole days when no times are given; undefined when it is not valid.
 */
export function parseTimeRange({ from, starts, until, ends }: AbsenceFields, timeZone: string, now = serverNow()) {
  if (!from || !until) return undefined
  const start = momentOf(timeZone, from, starts || '00:00')
  const end = momentOf(timeZone, until, ends || '24:00')
  const isOne = start < end && end.getTime() > now
  return isOne ? { startTime: start.toISOString(), endTime: end.toISOString() } : undefined
}

/** Undefined while the range or the resolution of an appointment is missing. */
export function absenceInput(
  { id, timeZone }: { id: string; timeZone: string },
  typed: AbsenceFields & { reason: string },
  hours: readonly AbsenceAppointment[] | undefined,
  choices: ResolutionChoices,
): Input<typeof enterAbsence> | undefined {
  const span = parseTimeRange(typed, timeZone)
  const resolutions = hours && resolvedAppointments(hours, choices)
  if (!span || !resolutions || resolutions.length < undecidedAppointments(hours).length) return undefined
  return { id, ...span, reason: typed.reason.trim(), resolutions }
}

/** Includes only appointments with a choice. */
export const resolutionsInput = (
  id: string,
  hours: readonly AbsenceAppointment[] | undefined,
  choices: ResolutionChoices,
): Input<typeof resolveAbsence> => ({ id, resolutions: resolvedAppointments(hours ?? [], choices) })

/** Ends the absence now, or at a time of a day. */
export const shortenInput = (
  id: string,
  typed: { which: 'now' | 'at'; day: string; time: string },
  timeZone: string,
  reason: string,
): Input<typeof shortenAbsence> => ({
  id,
  reason,
  endTime: typed.which === 'now' ? null : momentOf(timeZone, typed.day, typed.time || '00:00').toISOString(),
})

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

/** What was chosen for an hour, as a list has it: `offer`, `cancel`, or the colleague to whom it goes. */
export type Chosen = Readonly<Record<string, string>>

/** A choice is of an hour as it was: one that was moved meanwhile is chosen for anew. */
export const keyOf = ({ id, startTime }: Pick<AbsenceAppointment, 'id' | 'startTime'>): string => `${id} ${startTime}`

/** Nothing is chosen for what waits for its patient's own choice already. */
export const toDecide = (hours: readonly AbsenceAppointment[]): AbsenceAppointment[] =>
  hours.filter(({ areTimesOffered }) => !areTimesOffered)

/** One choice for all of them; given to colleagues, who for whom nobody is free keeps what was chosen. */
export function chosenForAll(resolution: Resolution, hours: readonly AbsenceAppointment[], chosen: Chosen): Chosen {
  const open = toDecide(hours)
  if (resolution !== 'reassign') return Object.fromEntries(open.map((hour) => [keyOf(hour), resolution]))
  const shared = assignToFreeColleagues(open)
  return Object.fromEntries(
    open.flatMap((hour) => {
      const value = shared.get(hour.id) ?? chosen[keyOf(hour)]
      return value ? [[keyOf(hour), value]] : []
    }),
  )
}

export function decidedOf(hours: readonly AbsenceAppointment[], chosen: Chosen): AppointmentResolution[] {
  return toDecide(hours).flatMap((hour): AppointmentResolution[] => {
    const value = chosen[keyOf(hour)]
    const { id, startTime } = hour
    if (!value) return []
    if (value === 'offer' || value === 'cancel') return [{ id, startTime, resolution: value }]
    return [{ id, startTime, resolution: 'reassign', clinicianId: value }]
  })
}

export interface Typed {
  from: string
  starts: string
  until: string
  ends: string
}

/** From when to when, on the clinician's clock; without times of day it is whole days. undefined: that is no stretch. */
export function spanOf({ from, starts, until, ends }: Typed, timeZone: string, now = serverNow()) {
  if (!from || !until) return undefined
  const start = momentOf(timeZone, from, starts || '00:00')
  const end = momentOf(timeZone, until, ends || '24:00')
  const isOne = start < end && end.getTime() > now
  return isOne ? { startTime: start.toISOString(), endTime: end.toISOString() } : undefined
}

/** undefined as long as something is missing: a stretch, or what becomes of an hour that is booked in it. */
export function enterOf(
  { id, timeZone }: { id: string; timeZone: string },
  typed: Typed & { reason: string },
  hours: readonly AbsenceAppointment[] | undefined,
  chosen: Chosen,
): Input<typeof enterAbsence> | undefined {
  const span = spanOf(typed, timeZone)
  const resolutions = hours && decidedOf(hours, chosen)
  if (!span || !resolutions || resolutions.length < toDecide(hours).length) return undefined
  return { id, ...span, reason: typed.reason.trim(), resolutions }
}

/** Of as many as are chosen for. */
export const resolutionsInput = (
  id: string,
  hours: readonly AbsenceAppointment[] | undefined,
  chosen: Chosen,
): Input<typeof resolveAbsence> => ({ id, resolutions: decidedOf(hours ?? [], chosen) })

/** Back now, or from a time of a day on. */
export const shortenOf = (
  id: string,
  typed: { which: 'now' | 'at'; day: string; time: string },
  timeZone: string,
  reason: string,
): Input<typeof shortenAbsence> => ({
  id,
  reason,
  endTime: typed.which === 'now' ? null : momentOf(timeZone, typed.day, typed.time || '00:00').toISOString(),
})

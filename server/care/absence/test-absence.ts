import type { Resolution } from '@cuida/core/care/absence/absence-api.ts'
import {
  enterAbsence,
  listAbsenceAppointments,
  resolveAbsence,
  shortenAbsence,
} from '@cuida/core/care/absence/absence-api.ts'
import type { TestContext } from '../../testing/test-context.ts'
import type { TestBooking } from '../test-booked.ts'
import type { TestClinician } from '../test-people.ts'

export const ABSENCE_REASON = 'At a course until the end of the week'

/** A span of whole UTC days that starts `offset` days after tomorrow. */
export function daySpan(offset: number, days = 3): { startTime: string; endTime: string } {
  const at = (day: number) => new Date(Math.floor(Date.now() / 86_400_000 + day) * 86_400_000).toISOString()
  return { startTime: at(offset), endTime: at(offset + days) }
}

export const FIVE_DAY_ABSENCE = daySpan(0, 5)

/** The absence calls of the desk, with this person's token. */
export function createAbsenceActions(context: TestContext, { token }: TestClinician) {
  return {
    hours: (id: string, span = FIVE_DAY_ABSENCE) =>
      context.sendCall(listAbsenceAppointments, { id, ...span }, { token }),
    enter: (id: string, resolutions: object[] = [], span = FIVE_DAY_ABSENCE) =>
      context.sendCall(
        enterAbsence,
        { id, ...span, reason: ABSENCE_REASON, resolutions: resolutions as never },
        { token },
      ),
    settle: (id: string, resolutions: object[]) =>
      context.sendCall(resolveAbsence, { id, resolutions: resolutions as never }, { token }),
    shorten: (id: string, endTime: string | null) =>
      context.sendCall(shortenAbsence, { id, endTime, reason: ABSENCE_REASON }, { token }),
  }
}

/** The resolution of a booking, with its current start. */
export const resolutionFor = (at: TestBooking, resolution: Resolution, clinicianId?: string) => ({
  id: at.consultationId,
  startTime: at.time.startTime,
  resolution,
  ...(clinicianId ? { clinicianId } : {}),
})

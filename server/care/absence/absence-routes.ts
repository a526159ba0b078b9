import type { Span } from '@cuida/core/booking/calendar/slots.ts'
import { isValidAbsence, shortenAbsenceSpan } from '@cuida/core/care/absence/absence.ts'
import {
  enterAbsence,
  listAbsenceAppointments,
  resolveAbsence,
  shortenAbsence,
} from '@cuida/core/care/absence/absence-api.ts'
import type { FastifyInstance } from 'fastify'
import { canSeeAgenda } from '../../booking/agenda/agenda-access.ts'
import { findClinicians, lockClinician } from '../../booking/agenda/desk-agenda-store.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import type { Services } from '../../services.ts'
import { createAbsence, isOverlap, listAppointmentsIn, resolveAppointments } from './absence.ts'
import { endAbsence, findAbsence } from './absence-store.ts'

const stretchOf = ({ startTime, endTime }: { startTime: string; endTime: string }): Span => ({
  start: new Date(startTime),
  end: new Date(endTime),
})

/**
 * Clinician absences and the resolution of the appointments booked in them (C10.3). Clinicians manage their own
 * absences, managers everybody's.
 */
export function absenceRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listAbsenceAppointments, async ({ id, ...wanted }, { db, now, caller, locale, refuse }) => {
    const stretch = stretchOf(wanted)
    if (!(await isTheirs(db, id, caller))) return refuse('CLINICIAN_NOT_FOUND')
    if (!isValidAbsence(stretch, now())) return refuse('NOT_A_STRETCH')
    return listAppointmentsIn(services, id, stretch, locale)
  })

  serve(app, services, enterAbsence, async ({ id, reason, resolutions, ...wanted }, { db, now, caller, refuse }) => {
    const stretch = stretchOf(wanted)
    if (!(await isTheirs(db, id, caller))) return refuse('CLINICIAN_NOT_FOUND')
    if (!isValidAbsence(stretch, now())) return refuse('NOT_A_STRETCH')
    const absence = await db
      .begin(async (tx) => {
        const entered = await createAbsence(services, tx, { clinicianId: id, stretch, reason, resolutions, by: caller })
        return entered === 'HAS_BOOKINGS' ? refuse(entered) : entered
      })
      .catch((error: unknown) => {
        if (isOverlap(error)) return refuse('ABSENCE_OVERLAPS')
        throw error
      })
    return { id: absence, results: await resolveAppointments(services, id, resolutions, caller) }
  })

  serve(app, services, resolveAbsence, async ({ id, resolutions }, { db, caller, refuse }) => {
    const found = await findTheirs(db, id, caller)
    if (!found) return refuse('ABSENCE_NOT_FOUND')
    return { results: await resolveAppointments(services, found.clinicianId, resolutions, caller) }
  })

  serve(app, services, shortenAbsence, async ({ id, endTime, reason }, { db, now, caller, refuse }) => {
    await db.begin(async (tx) => {
      const found = (await lockTheirs(tx, id, caller)) ?? refuse('ABSENCE_NOT_FOUND')
      const ended = shortenAbsenceSpan(found, endTime === null ? null : new Date(endTime), now())
      if (ended === 'NOT_SHORTER') return refuse('NOT_SHORTER')
      await endAbsence(tx, id, ended)
      const subject = { kind: 'clinician', id: found.clinicianId } as const
      const detail = { absence: id, until: ended === 'taken-back' ? null : ended.endsAt.toISOString() }
      await audit(tx, services.secrets, { staffId: caller.staffId, act: 'agenda', subject, reason, detail })
      await notifyChanged(tx, [`clinician:${found.clinicianId}`, 'queue'])
    })
    return null
  })
}

const isTheirs = async (sql: Sql, clinicianId: string, caller: StaffCaller): Promise<boolean> =>
  canSeeAgenda(caller, clinicianId) && (await findClinicians(sql, clinicianId)).length > 0

/** An absence that has not ended and that the caller may change. */
async function findTheirs(sql: Sql, id: string, caller: StaffCaller) {
  const found = await findAbsence(sql, id)
  return found && canSeeAgenda(caller, found.clinicianId) ? found : undefined
}

/** Reads the absence again under the clinician's lock, so that a concurrent request cannot change it. */
async function lockTheirs(tx: Tx, id: string, caller: StaffCaller) {
  const found = await findTheirs(tx, id, caller)
  if (found) await lockClinician(tx, found.clinicianId)
  return found && findTheirs(tx, id, caller)
}

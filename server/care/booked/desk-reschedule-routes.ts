import { listRescheduleTimes, rescheduleBooked } from '@cuida/core/booking/agenda/agenda-api.ts'
import { freeSlots, isOffered } from '@cuida/core/booking/calendar/slots.ts'
import { termsOf } from '@cuida/core/consultation/cancelling.ts'
import type { FastifyInstance } from 'fastify'
import { findTaken } from '../../booking/agenda/agenda-store.ts'
import { findOffer } from '../../booking/calendar/offer.ts'
import { audit } from '../../kit/audit.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import type { Services } from '../../services.ts'
import { actionRole } from '../queue/held-routes.ts'
import { reschedule } from './reschedule.ts'
import { findMovable } from './reschedule-store.ts'

/** A booked time that the clinic cannot keep is moved at the agenda, not only cancelled. */
export function deskRescheduleRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listRescheduleTimes, async ({ id, day, clinicianId }, { db, now, caller, locale, refuse }) => {
    const found = await mineToReschedule(db, id, clinicianId, caller)
    if (typeof found === 'string') return refuse(found)
    const offer = await findOffer(services, db, { ...found, locale })
    if (typeof offer === 'string') return refuse(offer)
    const { agenda, product } = offer
    const taken = (await findTaken(db, [found.clinicianId], undefined)).get(found.clinicianId) ?? []
    const wanted = { from: day, to: day, durationMinutes: product.durationMinutes, now: now(), taken }
    const slots = freeSlots(agenda, wanted).flatMap((each) => each.slots)
    return {
      timeZone: agenda.timeZone,
      slots: slots.map(({ start, end }) => ({ startTime: start.toISOString(), endTime: end.toISOString() })),
    }
  })

  serve(app, services, rescheduleBooked, async ({ id, reason, ...wish }, { db, now, caller, locale, refuse }) => {
    const found = await mineToReschedule(db, id, wish.clinicianId, caller)
    if (typeof found === 'string') return refuse(found)
    const { clinicianId } = found
    const offer = await findOffer(services, db, { ...found, locale })
    if (typeof offer === 'string') return refuse(offer)
    const slot = { start: new Date(wish.startTime), end: new Date(wish.endTime) }
    if (!isOffered(offer.agenda, slot, offer.product.durationMinutes, now())) refuse('SLOT_NOT_OFFERED')
    const also = async (tx: Tx) => {
      const detail = { consultationId: id, from: found.startTime?.toISOString(), to: slot.start.toISOString() }
      const subject = { kind: 'clinician', id: clinicianId } as const
      await audit(tx, services.secrets, { staffId: caller.staffId, act: 'agenda', subject, reason, detail })
    }
    const isManager = caller.role.includes('clinical-manager')
    const terms = isManager ? 'rescue' : { ...termsOf(services.config), notice: 0 }
    const staff = { id: caller.staffId, role: actionRole(caller), also }
    const problem = await reschedule(db, id, { clinicianId, slot, agenda: offer.agenda, terms, now: now(), staff })
    // Who has no notice to keep is only too late once it has begun.
    if (problem === 'TOO_LATE_TO_CANCEL' || problem === 'CHANGED_MEANWHILE') return refuse('NOT_RESCHEDULABLE')
    if (problem) return refuse(problem)
    return { id, clinicianId, startTime: slot.start.toISOString(), endTime: slot.end.toISOString() }
  })
}

/** A clinician's own stays theirs; a manager moves everybody's, to whomever gives the same. */
async function mineToReschedule(sql: Sql, id: string, to: string | undefined, { role, clinicianId: own }: StaffCaller) {
  const found = await findMovable(sql, id)
  const isManager = role.includes('clinical-manager')
  if (!found || (!isManager && found.clinicianId !== own)) return 'CONSULTATION_NOT_FOUND' as const
  if (!isManager && to && to !== own) return 'CLINICIAN_NOT_FOUND' as const
  if (!found.clinicianId || !found.startTime) return 'NOT_RESCHEDULABLE' as const
  return { ...found, clinicianId: to ?? found.clinicianId }
}

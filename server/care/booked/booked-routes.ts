import { listRescheduleTimes, rescheduleBooked } from '@cuida/core/booking/agenda/agenda-api.ts'
import { freeSlots, isOffered, isSameSpan } from '@cuida/core/booking/calendar/slots.ts'
import { cancelOrder, rescheduleConsultation, saveSummary } from '@cuida/core/care/booked/booked-api.ts'
import { mayWriteSummary } from '@cuida/core/care/booked/summary.ts'
import { termsOf } from '@cuida/core/consultation/cancelling.ts'
import { SUMMARY_MAX, SUMMARY_MIN } from '@cuida/core/kit/assumptions.ts'
import type { FastifyInstance } from 'fastify'
import { findOccupiedTimes } from '../../booking/agenda/agenda-store.ts'
import { findOffer } from '../../booking/calendar/offer.ts'
import { findOverlap } from '../../booking/calendar/slot-hold-store.ts'
import { cancelPendingPayment } from '../../checkout/payment/charge-order.ts'
import { findPayer } from '../../checkout/payment/payment-store.ts'
import { lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { findConsultation } from '../../consultation/consultation-store.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { refuseCardNumbers } from '../../kit/http/card-guard.ts'
import { refuseLength } from '../../kit/http/free-text.ts'
import { serve } from '../../kit/http/serve.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { actionRole } from '../queue/held-routes.ts'
import { cancelForPatient } from './cancel.ts'
import { reschedule } from './reschedule.ts'
import { findReschedulable } from './reschedule-store.ts'
import { updateSummary } from './summary-store.ts'

/** Cancelling, rescheduling and the summary, by the patient. */
export function bookedRoutes(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    refuseCardNumbers(scope)
    cancelRoute(scope, services)
    summaryRoute(scope, services)
  })

  serve(app, services, rescheduleConsultation, async (input, { db, now, caller, locale, refuse }) => {
    const found = await findConsultation(db, input.id, locale)
    if (!found || !(await patientOf(db, caller.accountId, found.patient.id))) return refuse('CONSULTATION_NOT_FOUND')
    const clinicianId = input.clinicianId ?? found.clinician?.id
    if (!clinicianId || !found.startTime || !found.endTime) return refuse('NOT_RESCHEDULABLE')
    const offer = await findOffer(services, db, { clinicianId, productId: found.product.id, locale })
    if (typeof offer === 'string') return refuse(offer)
    const slot = { start: new Date(input.startTime), end: new Date(input.endTime) }
    const own = { start: new Date(found.startTime), end: new Date(found.endTime) }
    const isOwn = found.clinician?.id === clinicianId && isSameSpan(own, slot)
    if (!isOwn && !isOffered(offer.agenda, slot, offer.product.durationMinutes, now())) refuse('SLOT_NOT_OFFERED')
    const terms = termsOf(services.config)
    const offeredFor = input.offeredFor ? new Date(input.offeredFor) : undefined
    const newTime = { clinicianId, slot, agenda: offer.agenda, terms, now: now(), offeredFor }
    const problem = await reschedule(db, input.id, newTime)
    if (problem === 'CONSULTATION_OVERLAPS')
      return refuse(problem, { extra: { existing: await findOverlap(db, found.patient.id, slot, input.id) } })
    if (problem) return refuse(problem)
    return { id: input.id, clinicianId, startTime: slot.start.toISOString(), endTime: slot.end.toISOString() }
  })
}

function cancelRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, cancelOrder, async ({ id, reason, withoutRefund }, { db, now, caller, refuse }) => {
    const payer = (await findPayer(db, id)) ?? refuse('ORDER_NOT_FOUND')
    const isTheirs = payer.accountId === caller.accountId && (await patientOf(db, caller.accountId, payer.patientId))
    if (!isTheirs) refuse('ORDER_NOT_FOUND')
    await cancelPendingPayment(services, id)
    const terms = termsOf(services.config)
    const newTime = { reason, terms, now: now(), withoutRefund }
    const refundAmount = await db.begin((tx) => cancelForPatient(tx, id, newTime))
    return typeof refundAmount === 'string' ? refuse(refundAmount) : { id, refundAmount }
  })
}

function summaryRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, saveSummary, async ({ id, summary }, { db, caller, refuse }) => {
    refuseLength({ summary }, { least: SUMMARY_MIN, most: SUMMARY_MAX })
    const found = await findConsultation(db, id)
    if (!found || !(await patientOf(db, caller.accountId, found.patient.id))) return refuse('CONSULTATION_NOT_FOUND')
    await db.begin(async (tx) => {
      const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
      if (!mayWriteSummary(locked)) refuse('TOO_LATE_TO_CHANGE')
      await updateSummary(tx, id, summary)
      await notifyChanged(tx, [...topicsOf(locked), 'queue'])
    })
    return null
  })
}

/** Rescheduling by staff: an appointment that the clinic cannot keep is moved instead of cancelled. */
export function deskRescheduleRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listRescheduleTimes, async ({ id, day, clinicianId }, { db, now, caller, locale, refuse }) => {
    const found = await mineToReschedule(db, id, clinicianId, caller)
    if (typeof found === 'string') return refuse(found)
    const offer = await findOffer(services, db, { ...found, locale })
    if (typeof offer === 'string') return refuse(offer)
    const { agenda, product } = offer
    const occupiedTimes = (await findOccupiedTimes(db, [found.clinicianId], undefined)).get(found.clinicianId) ?? []
    const slotQuery = { from: day, to: day, durationMinutes: product.durationMinutes, now: now(), occupiedTimes }
    const slots = freeSlots(agenda, slotQuery).flatMap((each) => each.slots)
    return {
      timeZone: agenda.timeZone,
      slots: slots.map(({ start, end }) => ({ startTime: start.toISOString(), endTime: end.toISOString() })),
    }
  })

  serve(app, services, rescheduleBooked, async ({ id, reason, ...newTime }, { db, now, caller, locale, refuse }) => {
    const found = await mineToReschedule(db, id, newTime.clinicianId, caller)
    if (typeof found === 'string') return refuse(found)
    const { clinicianId } = found
    const offer = await findOffer(services, db, { ...found, locale })
    if (typeof offer === 'string') return refuse(offer)
    const slot = { start: new Date(newTime.startTime), end: new Date(newTime.endTime) }
    if (!isOffered(offer.agenda, slot, offer.product.durationMinutes, now())) refuse('SLOT_NOT_OFFERED')
    const also = async (tx: Tx) => {
      const detail = { consultationId: id, from: found.startTime?.toISOString(), to: slot.start.toISOString() }
      const subject = { kind: 'clinician', id: clinicianId } as const
      await audit(tx, services.secrets, { staffId: caller.staffId, act: 'agenda', subject, reason, detail })
    }
    const isManager = caller.role.includes('clinical-manager')
    const terms = isManager ? 'clinic' : { ...termsOf(services.config), notice: 0 }
    const staff = { id: caller.staffId, role: actionRole(caller), also }
    const problem = await reschedule(db, id, { clinicianId, slot, agenda: offer.agenda, terms, now: now(), staff })
    // The clinic has no notice period, so for staff "too late" means that the appointment has begun.
    if (problem === 'TOO_LATE_TO_CANCEL' || problem === 'CHANGED_MEANWHILE') return refuse('NOT_RESCHEDULABLE')
    if (problem) return refuse(problem)
    return { id, clinicianId, startTime: slot.start.toISOString(), endTime: slot.end.toISOString() }
  })
}

/**
 * A clinician reschedules own appointments and stays their clinician; a manager reschedules any, to any clinician who
 * offers the product.
 */
async function mineToReschedule(sql: Sql, id: string, to: string | undefined, { role, clinicianId: own }: StaffCaller) {
  const found = await findReschedulable(sql, id)
  const isManager = role.includes('clinical-manager')
  if (!found || (!isManager && found.clinicianId !== own)) return 'CONSULTATION_NOT_FOUND' as const
  if (!isManager && to && to !== own) return 'CLINICIAN_NOT_FOUND' as const
  if (!found.clinicianId || !found.startTime) return 'NOT_RESCHEDULABLE' as const
  return { ...found, clinicianId: to ?? found.clinicianId }
}

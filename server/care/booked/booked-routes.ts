import { isOffered, isSame } from '@cuida/core/booking/calendar/slots.ts'
import { cancelOrder, rescheduleConsultation } from '@cuida/core/care/booked/booked-api.ts'
import { termsOf } from '@cuida/core/consultation/cancelling.ts'
import type { FastifyInstance } from 'fastify'
import { findOverlap } from '../../booking/calendar/claim-store.ts'
import { findOffer } from '../../booking/calendar/offer.ts'
import { cancelPendingPayment } from '../../checkout/payment/charge-order.ts'
import { findPayer } from '../../checkout/payment/payment-store.ts'
import { findConsultation } from '../../consultation/consultation-store.ts'
import { refuseCardNumbers } from '../../kit/http/card-guard.ts'
import { serve } from '../../kit/http/serve.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { cancelForPatient } from './cancel.ts'
import { reschedule } from './reschedule.ts'

/** What a patient may still do about what they booked: give it back, or move it. */
export function bookedRoutes(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    refuseCardNumbers(scope)
    cancelRoute(scope, services)
  })
  scheduleRoute(app, services)
}

function cancelRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, cancelOrder, async ({ id, reason, withoutRefund }, { db, now, caller, refuse }) => {
    const payer = (await findPayer(db, id)) ?? refuse('ORDER_NOT_FOUND')
    const isTheirs = payer.accountId === caller.accountId && (await patientOf(db, caller.accountId, payer.patientId))
    if (!isTheirs) refuse('ORDER_NOT_FOUND')
    await cancelPendingPayment(services, id)
    const terms = termsOf(services.config)
    const wish = { reason, terms, now: now(), withoutRefund }
    const refundAmount = await db.begin((tx) => cancelForPatient(tx, id, wish))
    return typeof refundAmount === 'string' ? refuse(refundAmount) : { id, refundAmount }
  })
}

function scheduleRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, rescheduleConsultation, async (input, { db, now, caller, locale, refuse }) => {
    const found = await findConsultation(db, input.id, locale)
    if (!found || !(await patientOf(db, caller.accountId, found.patient.id))) return refuse('CONSULTATION_NOT_FOUND')
    const clinicianId = input.clinicianId ?? found.clinician?.id
    if (!clinicianId || !found.startTime || !found.endTime) return refuse('NOT_RESCHEDULABLE')
    const offer = await findOffer(services, db, { clinicianId, productId: found.product.id, locale })
    if (typeof offer === 'string') return refuse(offer)
    const slot = { start: new Date(input.startTime), end: new Date(input.endTime) }
    const own = { start: new Date(found.startTime), end: new Date(found.endTime) }
    const isOwn = found.clinician?.id === clinicianId && isSame(own, slot)
    if (!isOwn && !isOffered(offer.agenda, slot, offer.product.durationMinutes, now())) refuse('SLOT_NOT_OFFERED')
    const terms = termsOf(services.config)
    const offeredFor = input.offeredFor ? new Date(input.offeredFor) : undefined
    const wish = { clinicianId, slot, agenda: offer.agenda, terms, now: now(), offeredFor }
    const problem = await reschedule(db, input.id, wish)
    if (problem === 'CONSULTATION_OVERLAPS')
      return refuse(problem, { extra: { existing: await findOverlap(db, found.patient.id, slot, input.id) } })
    if (problem) return refuse(problem)
    return { id: input.id, clinicianId, startTime: slot.start.toISOString(), endTime: slot.end.toISOString() }
  })
}

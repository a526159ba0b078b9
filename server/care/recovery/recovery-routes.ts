import { type Agenda, isOffered } from '@cuida/core/booking/calendar/slots.ts'
import { chooseWhenLate, listSameHour } from '@cuida/core/care/reassignment/late-api.ts'
import {
  cancelForClinic,
  getOpenConsultations,
  getReassignmentCandidates,
  offerTimes,
  type ReassignmentReason,
  reassign,
  requeue,
  type SeenConsultation as SeenOne,
  takeOver,
} from '@cuida/core/care/reassignment/reassignment-api.ts'
import { latenessOf, mayChoose } from '@cuida/core/consultation/late.ts'
import { afterRequeue } from '@cuida/core/consultation/reassignment.ts'
import { areTimesOffered } from '@cuida/core/consultation/times-offered.ts'
import { dayAfter, localTime, momentOf } from '@cuida/core/kit/zone.ts'
import type { FastifyInstance } from 'fastify'
import { findProduct } from '../../booking/calendar/offer.ts'
import { findCliniciansOf } from '../../catalogue/clinician-store.ts'
import { soldNamesIn } from '../../catalogue/sold-names.ts'
import { lockConsultation, saveStep, topicsOf } from '../../consultation/change-store.ts'
import { findConsultation } from '../../consultation/consultation-store.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { serve } from '../../kit/http/serve.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import { enqueueCareNotification } from '../../notifications/outbox-store.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { findReschedulable } from '../booked/reschedule-store.ts'
import { actionRole, lockHeld } from '../queue/held-routes.ts'
import { loadFreeCheck, type Reassignment, reassignEach } from '../reassignment/reassignment.ts'
import { findReplacements, restoreBookedClinician } from '../reassignment/reassignment-store.ts'
import { findOpen, saveLateChoice } from './recovery-store.ts'

/**
 * Recovery of consultations that do not go as booked: a manager resolves one or a day of them (C10.2), the patient
 * chooses (C10.1).
 */
export function recoveryRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getOpenConsultations,
    async ({ day: requestedDay, staffId }, { db, now, locale }) => {
      const { timeZone, partnerConfig } = services.config
      const day = requestedDay ?? localTime(timeZone, now()).day
      const stretch = { start: momentOf(timeZone, day, '00:00'), end: momentOf(timeZone, dayAfter(day), '00:00') }
      const { goneMinutes } = partnerConfig.care
      const nameOf = soldNamesIn(services, locale)
      return { day, timeZone, items: await findOpen(db, staffId ?? stretch, { goneMinutes, nameOf }) }
    },
    { topics: () => ['queue'] },
  )

  serve(app, services, getReassignmentCandidates, async ({ id }, { db, refuse }) => {
    if (!(await findReschedulable(db, id))) refuse('CONSULTATION_NOT_FOUND')
    const items = await findReplacements(db, id)
    return { items: items.map(({ staffId: _, ...replacement }) => replacement) }
  })
  const each = async ({ ids, reason, seen, ...resolution }: Wanted, by: StaffCaller) => {
    const reassignments = ids.map((id) => ({ id, seen: seenOf(seen, id), ...resolution }))
    return { results: await reassignEach(services, reassignments, { by, reason }) }
  }
  serve(app, services, takeOver, (input, { caller }) => each({ ...input, resolution: 'take-over' }, caller))
  serve(app, services, reassign, (input, { caller }) => each({ ...input, resolution: 'reassign' }, caller))
  serve(app, services, cancelForClinic, (input, { caller }) => each({ ...input, resolution: 'cancel' }, caller))
  serve(app, services, offerTimes, (input, { caller }) => each({ ...input, resolution: 'offer' }, caller))

  serve(app, services, requeue, async ({ id }, { db, caller, refuse }) => {
    const reason: ReassignmentReason = 'MISTAKE'
    await db.begin(async (tx) => {
      const locked = await lockHeld(tx, id, caller, refuse)
      const step = afterRequeue(locked, actionRole(caller)) ?? refuse('NOT_NOW')
      await saveStep(tx, locked, step, caller)
      await restoreBookedClinician(tx, id)
      await enqueueCareNotification(tx, { consultationId: id }, 'requeued')
      const subject = { kind: 'staff', id: caller.staffId } as const
      const detail = { consultation: id, action: 'requeue', reason }
      await audit(tx, services.secrets, { staffId: caller.staffId, act: 'reassign', subject, detail })
    })
    return null
  })

  // A patient whom the clinic keeps waiting chooses what happens to the booking.
  serve(app, services, chooseWhenLate, async ({ id, choice }, { db, now, caller, refuse }) => {
    const found = await findConsultation(db, id)
    if (!found || !(await patientOf(db, caller.accountId, found.patient.id))) return refuse('CONSULTATION_NOT_FOUND')
    await db.begin(async (tx) => {
      const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
      if (!mayChoose(latenessOf(locked, services.config.partnerConfig.care, now()))) refuse('NOT_NOW')
      await saveLateChoice(tx, id, choice)
      await notifyChanged(tx, [...topicsOf(locked), 'queue'])
    })
    return null
  })

  sameHourRoute(app, services)
}

interface Wanted extends Pick<Reassignment, 'resolution' | 'clinicianId'> {
  ids: readonly string[]
  reason: ReassignmentReason
  seen?: readonly SeenOne[] | undefined
}

function seenOf(seen: readonly SeenOne[] | undefined, id: string): Reassignment['seen'] {
  const one = seen?.find((each) => each.id === id)
  return one && { clinicianId: one.clinicianId, startTime: one.startTime === null ? null : new Date(one.startTime) }
}

/**
 * Other clinicians who are free at the time that the clinic cannot keep. Only available while other times are
 * offered.
 */
function sameHourRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, listSameHour, async ({ id }, { db, now, caller, locale, refuse }) => {
    const found = await findConsultation(db, id, locale)
    if (!found || !(await patientOf(db, caller.accountId, found.patient.id))) return refuse('CONSULTATION_NOT_FOUND')
    const { startTime, endTime, clinician, product: bought } = found
    const product = areTimesOffered(found, now()) ? await findProduct(services, bought.id, locale) : undefined
    if (!product?.scheduled || !startTime || !endTime) return { items: [] }
    const hour = { start: new Date(startTime), end: new Date(endTime) }
    const others = (await findCliniciansOf(db, product.id, locale)).filter((one) => one.id !== clinician?.id)
    const ids = others.map((one) => one.id)
    const isOpen = (agenda: Agenda) => isOffered(agenda, hour, product.durationMinutes, now())
    const isFree = await loadFreeCheck(services, ids, isOpen)
    return { items: others.filter((one) => isFree(one.id, hour)).map(({ id: other, name }) => ({ id: other, name })) }
  })
}

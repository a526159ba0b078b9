import type { Span } from '@cuida/core/booking/calendar/slots.ts'
import type { RescueProblem, RescueReason } from '@cuida/core/care/rescue/rescue-api.ts'
import { afterCancelling } from '@cuida/core/consultation/cancelling.ts'
import { afterHandingOn } from '@cuida/core/consultation/rescue.ts'
import { areTimesOffered, mayOfferTimes } from '@cuida/core/consultation/times-offered.ts'
import { findOffer } from '../../booking/calendar/offer.ts'
import { insertActions } from '../../consultation/action-store.ts'
import { type Locked, lockConsultation, saveStep } from '../../consultation/change-store.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { killPoint } from '../../kit/jobs/kill-point.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import { leaveCareNotification } from '../../notifications/leave-notification-store.ts'
import type { Services } from '../../services.ts'
import { endBooking, lockOrderOf } from '../booked/cancel.ts'
import { reschedule } from '../booked/reschedule.ts'
import { findMovable } from '../booked/reschedule-store.ts'
import { actionRole } from '../queue/held-routes.ts'
import { findRescuers, saveHandedOn, saveTimesOffered } from './rescue-store.ts'
import { isAsSeen, type Seen } from './seen.ts'
import { takeOverFor } from './take-over.ts'

export interface Rescue {
  by: StaffCaller
  reason: RescueReason
  /** As it was asked about, where that was said. */
  seen?: Seen | undefined
}
type Came = RescueProblem | undefined

/** A rescue is one transaction: it has happened with its news, its money and its line in the audit, or not at all. */
async function inOne({ db }: Services, work: (tx: Tx) => Promise<Came>): Promise<Came> {
  const came = await db.begin(async (tx) => {
    const problem = await work(tx)
    killPoint('rescue.before-commit')
    return problem
  })
  killPoint('rescue.committed')
  return came
}

/** The manager goes on with it. A second press of the winner is not a lost race. */
export async function takeOverOne(services: Services, id: string, { by, reason }: Rescue): Promise<Came> {
  if (!by.clinicianId) return 'NOT_A_CLINICIAN'
  return inOne(services, async (tx) => {
    const locked = await lockConsultation(tx, id)
    if (!locked || locked.status === 'PENDING') return 'CONSULTATION_NOT_FOUND'
    if (locked.heldBy === by.staffId && locked.status === 'ACTIVE') return undefined
    return (await takeOverFor(tx, services, locked, by, reason)) ? undefined : 'NOT_NOW'
  })
}

interface HandOn extends Rescue {
  clinicianId: string
}

/** Who waits is booked with a colleague from now on, at the time they have. */
export async function handOnOne(services: Services, id: string, wish: HandOn): Promise<Came> {
  const found = await findMovable(services.db, id)
  if (!found) return 'CONSULTATION_NOT_FOUND'
  const { startTime: start, endTime: end, productId } = found
  return start && end && start > services.now()
    ? handOnAhead(services, id, { ...wish, productId, slot: { start, end } })
    : handOnBegun(services, id, wish)
}

/** An hour that has not begun is a time in the colleague's calendar: theirs if it is free. */
async function handOnAhead(
  services: Services,
  id: string,
  { by, reason, seen, clinicianId, productId, slot }: HandOn & { productId: string; slot: Span },
): Promise<Came> {
  const { db, now, config } = services
  const offer = await findOffer(services, db, { clinicianId, productId, locale: config.patientAppLanguage })
  if (typeof offer === 'string') return 'COLLEAGUE_NOT_AVAILABLE'
  const also = async (tx: Tx) => {
    const locked = await lockConsultation(tx, id)
    if (locked) await record(tx, services, locked, { by, reason }, { deed: 'hand-on', to: clinicianId })
  }
  const staff = { id: by.staffId, role: actionRole(by), also }
  const wish = { clinicianId, slot, agenda: offer.agenda, terms: 'rescue', now: now(), seen, staff } as const
  const problem = await reschedule(db, id, wish)
  if (problem === 'SLOT_TAKEN') return 'COLLEAGUE_NOT_AVAILABLE'
  const isTold = problem === 'CONSULTATION_NOT_FOUND' || problem === 'CHANGED_MEANWHILE'
  return problem && (isTold ? problem : 'NOT_NOW')
}

/**
 * Whether a colleague has a moment for an hour that has begun is theirs and the manager's to know: in a rescue somebody
 * sees two. The old claim keeps the hour until it is over.
 */
async function handOnBegun(services: Services, id: string, { by, reason, seen, clinicianId }: HandOn): Promise<Came> {
  return inOne(services, async (tx) => {
    const locked = await lockConsultation(tx, id)
    if (!locked || locked.status === 'PENDING') return 'CONSULTATION_NOT_FOUND'
    const step = locked.type === 'scheduled' ? afterHandingOn(locked, actionRole(by)) : undefined
    if (!step) return 'NOT_NOW'
    // The answer to the first press was lost: it is done.
    if (locked.clinicianId === clinicianId) return undefined
    if (!isAsSeen(locked, seen)) return 'CHANGED_MEANWHILE'
    const rescuers = await findRescuers(tx, id)
    if (!rescuers.some((one) => one.clinicianId === clinicianId)) return 'COLLEAGUE_NOT_AVAILABLE'
    await insertActions(tx, id, by.staffId, step.actions)
    await saveHandedOn(tx, locked, clinicianId)
    await leaveCareNotification(tx, { consultationId: id }, 'handed-over')
    await record(tx, services, locked, { by, reason }, { deed: 'hand-on', to: clinicianId })
    return undefined
  })
}

/** All the money back, before or after its start, whoever holds it. */
export async function cancelOne(services: Services, id: string, { by, reason, seen }: Rescue): Promise<Came> {
  return inOne(services, async (tx) => {
    const order = await lockOrderOf(tx, id)
    const locked = await lockConsultation(tx, id)
    if (!locked || locked.status === 'PENDING') return 'CONSULTATION_NOT_FOUND'
    const step = afterCancelling(locked, actionRole(by))
    if (!step) return 'NOT_NOW'
    if (!isAsSeen(locked, seen)) return 'CHANGED_MEANWHILE'
    await saveStep(tx, locked, step, by)
    const refund = locked.status === 'QUEUED' ? 'CLINICIAN_ABSENT' : 'CLINICIAN_CANCELLED'
    if (order) await endBooking(tx, order, { by: 'clinician', reason, source: 'staff', refund })
    else await leaveCareNotification(tx, { consultationId: id }, 'cancelled')
    await record(tx, services, locked, { by, reason }, { deed: 'cancel' })
    if (locked.heldBy) await notifyChanged(tx, [`staff:${locked.heldBy}`])
    return undefined
  })
}

/** Others for an hour that cannot be kept: what becomes of it is its patient's to choose from now on. Offered twice it is offered. */
export async function offerOne(services: Services, id: string, { by, reason, seen }: Rescue): Promise<Came> {
  return inOne(services, async (tx) => {
    const locked = await lockConsultation(tx, id)
    if (!locked || locked.status === 'PENDING') return 'CONSULTATION_NOT_FOUND'
    if (!isAsSeen(locked, seen)) return 'CHANGED_MEANWHILE'
    if (!mayOfferTimes(locked, services.now())) return 'NOT_NOW'
    if (areTimesOffered(locked, services.now())) return undefined
    await saveTimesOffered(tx, locked)
    await leaveCareNotification(tx, { consultationId: id }, 'times-offered')
    await record(tx, services, locked, { by, reason }, { deed: 'offer-times' })
    return undefined
  })
}

async function record(
  tx: Tx,
  { secrets }: Services,
  { id, heldBy, clinicianId }: Locked,
  { by, reason }: Rescue,
  deed: { deed: string; to?: string },
): Promise<void> {
  const subject = { kind: 'staff', id: heldBy ?? by.staffId } as const
  const detail = { consultation: id, from: clinicianId, reason, ...deed }
  await audit(tx, secrets, { staffId: by.staffId, act: 'rescue', subject, detail })
}

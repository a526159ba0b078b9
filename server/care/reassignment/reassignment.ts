import { type Agenda, occupiedBy, overlaps, type Span } from '@cuida/core/booking/calendar/slots.ts'
import type { AppointmentResolution } from '@cuida/core/care/absence/absence-api.ts'
import type {
  ReassignmentProblem,
  ReassignmentReason,
  ReassignmentResults,
} from '@cuida/core/care/reassignment/reassignment-api.ts'
import { afterCancelling } from '@cuida/core/consultation/cancelling.ts'
import { afterReassignment, afterTakeOver } from '@cuida/core/consultation/reassignment.ts'
import { areTimesOffered, mayOfferTimes } from '@cuida/core/consultation/times-offered.ts'
import type { InferOutput } from 'valibot'
import { findAgendas, findOccupiedTimes } from '../../booking/agenda/agenda-store.ts'
import { findOffer } from '../../booking/calendar/offer.ts'
import { insertActions } from '../../consultation/action-store.ts'
import { disconnectClinician } from '../../consultation/call-end-store.ts'
import { type LockedConsultation, lockConsultation, saveStep } from '../../consultation/change-store.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { failpoint } from '../../kit/jobs/failpoint.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import { enqueueCareNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import { endBooking, lockOrderOf } from '../booked/cancel.ts'
import { isUnchangedSince, reschedule, type SeenAppointment } from '../booked/reschedule.ts'
import { findReschedulable } from '../booked/reschedule-store.ts'
import { actionRole } from '../queue/held-routes.ts'
import { findReplacements, saveReassigned, saveTakeOver, saveTimesOffered } from './reassignment-store.ts'

/** The resolution of one consultation: another clinician, other times, or a full refund. */
export interface Reassignment extends Pick<AppointmentResolution, 'id' | 'clinicianId'> {
  resolution: AppointmentResolution['resolution'] | 'take-over'
  /** The clinician and start that the requester saw, where known. */
  seen?: SeenAppointment | undefined
}
export interface Authority {
  by: StaffCaller
  reason: ReassignmentReason
}
type Result = ReassignmentProblem | undefined

/**
 * Applies the resolutions one after the other, each in its own transaction: one that the patient or a colleague has
 * changed meanwhile does not stop the others. The last resolution of a repeated id wins.
 */
export async function reassignEach(
  services: Services,
  reassignments: readonly Reassignment[],
  authority: Authority,
): Promise<InferOutput<typeof ReassignmentResults>['results']> {
  const results: InferOutput<typeof ReassignmentResults>['results'] = []
  for (const one of new Map(reassignments.map((each) => [each.id, each])).values())
    results.push({ id: one.id, problem: (await reassignOne(services, one, authority)) ?? null })
  return results
}

function reassignOne(services: Services, reassignment: Reassignment, authority: Authority): Result | Promise<Result> {
  const { resolution, clinicianId } = reassignment
  if (resolution === 'take-over') return takeOver(services, reassignment, authority)
  if (resolution === 'offer') return offerTimes(services, reassignment, authority)
  if (resolution === 'cancel') return cancel(services, reassignment, authority)
  return clinicianId ? reassign(services, { ...reassignment, clinicianId }, authority) : 'COLLEAGUE_NOT_AVAILABLE'
}

/** The change, its notification, its refund and its audit row commit together or not at all. */
async function inTransaction({ db }: Services, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const result = await db.begin(async (tx) => {
    const problem = await work(tx)
    failpoint('reassignment.before-commit')
    return problem
  })
  failpoint('reassignment.committed')
  return result
}

async function lockPaid(tx: Tx, id: string): Promise<LockedConsultation | undefined> {
  const locked = await lockConsultation(tx, id)
  return locked?.status === 'PENDING' ? undefined : locked
}

/** The manager continues the consultation. A repeated request by the new holder succeeds. */
async function takeOver(services: Services, { id }: Reassignment, { by, reason }: Authority): Promise<Result> {
  if (!by.clinicianId) return 'NOT_A_CLINICIAN'
  return inTransaction(services, async (tx) => {
    const locked = await lockPaid(tx, id)
    if (!locked) return 'CONSULTATION_NOT_FOUND'
    if (locked.heldBy === by.staffId && locked.status === 'ACTIVE') return undefined
    return (await takeOverFor(tx, services, locked, by, reason)) ? undefined : 'NOT_NOW'
  })
}

/**
 * A colleague or manager continues a consultation with all of its content, a video call included, and the patient is
 * notified. False: there is nothing left to continue.
 */
export async function takeOverFor(
  tx: Tx,
  services: Pick<Services, 'secrets'>,
  from: LockedConsultation,
  by: StaffCaller,
  reason: ReassignmentReason,
): Promise<boolean> {
  const step = afterTakeOver(from, actionRole(by))
  if (!step) return false
  await saveStep(tx, from, step, by)
  await disconnectClinician(tx, from.id)
  await saveTakeOver(tx, from.id, by.clinicianId)
  await enqueueCareNotification(tx, { consultationId: from.id }, 'reassigned')
  await record(tx, services, from, { by, reason }, { action: 'take-over' })
  await notifyChanged(tx, [`call:${from.id}`, ...(from.heldBy ? [`staff:${from.heldBy}`] : [])])
  return true
}

interface ToColleague extends Reassignment {
  clinicianId: string
}

/** Books a waiting patient with a colleague at the same time. */
async function reassign(services: Services, reassignment: ToColleague, authority: Authority): Promise<Result> {
  const found = await findReschedulable(services.db, reassignment.id)
  if (!found) return 'CONSULTATION_NOT_FOUND'
  const { startTime: start, endTime: end, productId } = found
  if (!start || !end || start <= services.now()) return reassignStarted(services, reassignment, authority)
  return reassignAhead(services, reassignment, { slot: { start, end }, productId }, authority)
}

/** Before its start the appointment needs a free slot in the colleague's calendar. */
async function reassignAhead(
  services: Services,
  { id, clinicianId, seen }: ToColleague,
  { slot, productId }: { slot: Span; productId: string },
  { by, reason }: Authority,
): Promise<Result> {
  const { db, now, config } = services
  const offer = await findOffer(services, db, { clinicianId, productId, locale: config.patientAppLanguage })
  if (typeof offer === 'string') return 'COLLEAGUE_NOT_AVAILABLE'
  const also = async (tx: Tx) => {
    const locked = await lockConsultation(tx, id)
    if (locked) await record(tx, services, locked, { by, reason }, { action: 'reassign', to: clinicianId })
  }
  const staff = { id: by.staffId, role: actionRole(by), also }
  const input = { clinicianId, slot, agenda: offer.agenda, terms: 'clinic', now: now(), seen, staff } as const
  const problem = await reschedule(db, id, input)
  if (problem === 'SLOT_TAKEN') return 'COLLEAGUE_NOT_AVAILABLE'
  const isTold = problem === 'CONSULTATION_NOT_FOUND' || problem === 'CHANGED_MEANWHILE'
  return problem && (isTold ? problem : 'NOT_NOW')
}

/**
 * After its start the manager and the colleague decide whether the colleague has time, even beside another patient.
 * The old slot hold keeps the time until its end.
 */
async function reassignStarted(
  services: Services,
  { id, clinicianId, seen }: ToColleague,
  authority: Authority,
): Promise<Result> {
  return inTransaction(services, async (tx) => {
    const locked = await lockPaid(tx, id)
    if (!locked) return 'CONSULTATION_NOT_FOUND'
    const step = locked.type === 'scheduled' ? afterReassignment(locked, actionRole(authority.by)) : undefined
    if (!step) return 'NOT_NOW'
    // A retry of a request whose reply was lost.
    if (locked.clinicianId === clinicianId) return undefined
    if (!isUnchangedSince(locked, seen)) return 'CHANGED_MEANWHILE'
    const replacements = await findReplacements(tx, id)
    if (!replacements.some((one) => one.clinicianId === clinicianId)) return 'COLLEAGUE_NOT_AVAILABLE'
    await insertActions(tx, id, authority.by.staffId, step.actions)
    await saveReassigned(tx, locked, clinicianId)
    await enqueueCareNotification(tx, { consultationId: id }, 'reassigned')
    await record(tx, services, locked, authority, { action: 'reassign', to: clinicianId })
    return undefined
  })
}

/** Cancels with a full refund, before or after the start, with or without a holder. */
async function cancel(services: Services, { id, seen }: Reassignment, { by, reason }: Authority): Promise<Result> {
  return inTransaction(services, async (tx) => {
    const order = await lockOrderOf(tx, id)
    const locked = await lockPaid(tx, id)
    if (!locked) return 'CONSULTATION_NOT_FOUND'
    const step = afterCancelling(locked, actionRole(by))
    if (!step) return 'NOT_NOW'
    if (!isUnchangedSince(locked, seen)) return 'CHANGED_MEANWHILE'
    await saveStep(tx, locked, step, by)
    const refund = locked.status === 'QUEUED' ? 'CLINICIAN_ABSENT' : 'CLINICIAN_CANCELLED'
    if (order) await endBooking(tx, order, { by: 'clinician', reason, source: 'staff', refund })
    else await enqueueCareNotification(tx, { consultationId: id }, 'cancelled')
    await record(tx, services, locked, { by, reason }, { action: 'cancel' })
    if (locked.heldBy) await notifyChanged(tx, [`staff:${locked.heldBy}`])
    return undefined
  })
}

/** Offers other times for an appointment that the clinic cannot keep; the patient then chooses. Idempotent. */
async function offerTimes(services: Services, { id, seen }: Reassignment, authority: Authority): Promise<Result> {
  return inTransaction(services, async (tx) => {
    const locked = await lockPaid(tx, id)
    if (!locked) return 'CONSULTATION_NOT_FOUND'
    if (!isUnchangedSince(locked, seen)) return 'CHANGED_MEANWHILE'
    if (!mayOfferTimes(locked, services.now())) return 'NOT_NOW'
    if (areTimesOffered(locked, services.now())) return undefined
    await saveTimesOffered(tx, locked)
    await enqueueCareNotification(tx, { consultationId: id }, 'times-offered')
    await record(tx, services, locked, authority, { action: 'offer-times' })
    return undefined
  })
}

async function record(
  tx: Tx,
  { secrets }: Pick<Services, 'secrets'>,
  { id, heldBy, clinicianId }: LockedConsultation,
  { by, reason }: Authority,
  action: { action: string; to?: string },
): Promise<void> {
  const subject = { kind: 'staff', id: heldBy ?? by.staffId } as const
  const detail = { consultation: id, from: clinicianId, reason, ...action }
  await audit(tx, secrets, { staffId: by.staffId, act: 'reassign', subject, detail })
}

/**
 * Loads the calendars of these clinicians once and returns a check whether a clinician is free in a span: the agenda
 * must be open (`isOpen`) and no other booking or buffer may overlap.
 */
export async function loadFreeCheck(
  { db, config }: Pick<Services, 'db' | 'config'>,
  clinicianIds: readonly string[],
  isOpen: (agenda: Agenda, hour: Span) => boolean,
): Promise<(clinicianId: string, hour: Span) => boolean> {
  const ids = [...clinicianIds]
  const [agendas, occupiedTimes] = await Promise.all([
    findAgendas(db, config, ids),
    findOccupiedTimes(db, ids, undefined),
  ])
  return (clinicianId, hour) => {
    const agenda = agendas.get(clinicianId)
    if (!agenda || !isOpen(agenda, hour)) return false
    return !occupiedTimes.get(clinicianId)?.some((one) => overlaps(one, occupiedBy(hour, agenda.bufferMinutes)))
  }
}

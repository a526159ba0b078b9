import {
  cancelConsultation,
  closeConsultation,
  createDeskCallTicket,
  recordCall,
  saveDraft,
} from '@cuida/core/care/queue/desk-api.ts'
import { afterCancelling } from '@cuida/core/consultation/cancelling.ts'
import { actsAs } from '@cuida/core/consultation/status/acting-role.ts'
import type { ActionRole } from '@cuida/core/consultation/status/actions.ts'
import { failureEvent, isPaidBack } from '@cuida/core/consultation/status/closing.ts'
import { nextMissedCallAllowedAt } from '@cuida/core/consultation/status/missed.ts'
import { afterCall, afterClosing, isLastOfTry } from '@cuida/core/consultation/status/steps.ts'
import type { FastifyInstance } from 'fastify'
import type { StoredAction } from '../../consultation/action-store.ts'
import { type LockedConsultation, lockConsultation, saveClosedFor, saveStep } from '../../consultation/change-store.ts'
import { earnReferrerDiscount } from '../../invite/discount-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { InvalidInput } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import { enqueueCareNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import { endBooking, lockOrderOf, refundInFull } from '../booked/cancel.ts'
import { findPatientParticipant, findRunningCall } from '../call/call-store.ts'
import { createTicketCredentials } from '../call/certificate-signature.ts'
import { saveCallStep } from '../call/save-call.ts'
import { insertTicket } from '../call/ticket-store.ts'
import { insertNotes, updateDraft } from '../note-store.ts'
import { phoneCallOf } from '../phone/phone-store.ts'
import { mayKnow } from './desk-store.ts'

/** Actions that only the holder of a consultation may take: calling, writing notes, closing. */
export function heldRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, recordCall, async ({ id, medium, event, failure }, { db, caller, now, refuse }) => {
    if (failure && failureEvent[failure] !== event) throw new InvalidInput({ failure: 'INVALID' })
    await db.begin(async (tx) => {
      const order = event === 'failed' ? await lockOrderOf(tx, id) : undefined
      const locked = await lockHeld(tx, id, caller, refuse)
      // A repeated request after a lost response: the outcome is recorded already.
      if (event !== 'started' && isLastOfTry(locked, medium, event)) return
      const call = findRunningCall(locked.actions)
      const participant = call && (await findPatientParticipant(tx, id, call.actionId))
      if (event === 'failed' && medium === 'phone' && !(await wasRung(tx, locked.actions))) refuse('NOT_NOW')
      if (event === 'failed' && nextMissedCallAllowedAt(locked.actions, now().getTime())) refuse('TOO_SOON')
      if (event === 'taken-back' && !isFresh(locked.actions, now().getTime())) refuse('NOT_NOW')
      const by = { by: actionRole(caller), answered: participant?.joined ?? false }
      const step = afterCall(locked, { medium, event }, by) ?? refuse('NOT_NOW')
      await saveCallStep(tx, services, { order, locked, step, by: caller, failure })
    })
    return null
  })

  serve(app, services, createDeskCallTicket, async ({ id, fingerprint }, { db, caller, refuse }) => {
    const { staffId: subjectId, sessionId } = caller
    return db.begin(async (tx) => {
      const locked = await lockHeld(tx, id, caller, refuse)
      const call = findRunningCall(locked.actions)
      if (call?.medium !== 'video') return refuse('NO_CALL')
      const { actionId } = call
      const participant = { role: 'clinician', connection: 'main', guestId: null } as const
      const ticket = await insertTicket(tx, { consultationId: id, actionId, subjectId, sessionId, ...participant })
      return { ...ticket, ...createTicketCredentials(services, actionId, { role: 'clinician' }, fingerprint) }
    })
  })

  serve(app, services, saveDraft, async ({ id, text, privateText, version }, { db, caller, refuse }) => {
    const next = await db.begin(async (tx) => {
      const locked = await lockHeld(tx, id, caller, refuse)
      if (locked.status !== 'ACTIVE' && locked.status !== 'CLOSING') refuse('NOT_NOW')
      if (locked.draftVersion !== version) refuse('CHANGED_MEANWHILE')
      await notifyChanged(tx, [`staff:${caller.staffId}`])
      return updateDraft(tx, locked, { text, privateText })
    })
    return { version: next }
  })

  serve(app, services, closeConsultation, async ({ id, text, privateText, outcome }, { db, caller, refuse }) => {
    await db.begin(async (tx) => {
      const order = isPaidBack[outcome] ? await lockOrderOf(tx, id) : undefined
      const locked = await lockHeld(tx, id, caller, refuse)
      const step = afterClosing(locked, outcome, actionRole(caller)) ?? refuse('NOT_NOW')
      await insertNotes(tx, id, caller.staffId, { text, privateText })
      await saveStep(tx, locked, step, caller)
      await saveClosedFor(tx, id, outcome)
      if (order) await refundInFull(tx, order, 'CARE_NOT_GIVEN')
      if (!isPaidBack[outcome]) await earnReferrerDiscount(tx, locked.accountId)
      if (step.status === 'CLOSED') await enqueueCareNotification(tx, { consultationId: id }, 'notes')
    })
    return null
  })

  cancelRoute(app, services)
}

export const actionRole = ({ role }: StaffCaller): ActionRole => actsAs(role) ?? 'CLINICIAN'

/**
 * Locks the consultation. Refuses with NOT_YOURS when the caller may know of it without holding it, else with
 * CONSULTATION_NOT_FOUND.
 */
export async function lockHeld(
  tx: Tx,
  id: string,
  staff: StaffCaller,
  refuse: (code: 'CONSULTATION_NOT_FOUND' | 'NOT_YOURS') => never,
): Promise<LockedConsultation> {
  const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
  if (locked.heldBy === staff.staffId) return locked
  return refuse((await mayKnow(tx, id, staff)) ? 'NOT_YOURS' : 'CONSULTATION_NOT_FOUND')
}

/** The desk offers to take it back for ten seconds; the rest covers a slow connection. */
const TAKE_BACK_MS = 15_000

const isFresh = (actions: readonly StoredAction[], now: number): boolean =>
  now - Date.parse(actions.at(-1)?.createdAt ?? '') < TAKE_BACK_MS

/** A call over the partner's line that never rang the patient's own phone does not count as missed. */
async function wasRung(tx: Tx, actions: readonly StoredAction[]): Promise<boolean> {
  const latest = actions.findLast(({ type }) => type === 'PHONE_CALL_STARTED')
  const line = latest && (await phoneCallOf(tx, latest.id))
  return line?.rung ?? true
}

/**
 * The holder, or the clinician it is booked with, cancels: the patient is refunded in full at any time (product 6.7).
 */
function cancelRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, cancelConsultation, async ({ id, reason }, { db, caller, refuse }) => {
    await db.begin(async (tx) => {
      const order = await lockOrderOf(tx, id)
      const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
      if (!isTheirs(locked, caller)) refuse((await mayKnow(tx, id, caller)) ? 'NOT_YOURS' : 'CONSULTATION_NOT_FOUND')
      const step = afterCancelling(locked, actionRole(caller)) ?? refuse('NOT_NOW')
      await saveStep(tx, locked, step, caller)
      if (order)
        await endBooking(tx, order, { by: 'clinician', reason, source: 'staff', refund: 'CLINICIAN_CANCELLED' })
    })
    return null
  })
}

const isTheirs = ({ heldBy, status, clinicianId }: LockedConsultation, staff: StaffCaller): boolean =>
  heldBy === staff.staffId || (status === 'QUEUED' && clinicianId !== null && clinicianId === staff.clinicianId)

import { CALL_GRACE_SECONDS } from '@cuida/core/care/reminder/notification-relevance.ts'
import type { CallFailure } from '@cuida/core/consultation/status/closing.ts'
import type { Step } from '@cuida/core/consultation/status/steps.ts'
import type { LockedOrder } from '../../checkout/order/order-store.ts'
import { type LockedConsultation, moveBehindOthers, saveFailedFor, saveStep } from '../../consultation/change-store.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import { enqueueCareNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import { endBooking } from '../booked/cancel.ts'

interface CallStep {
  /** Locked before the consultation. */
  order: LockedOrder | undefined
  locked: LockedConsultation
  step: Step
  /** Absent when the update comes from the phone line; the step then counts as the holder's. */
  by?: StaffCaller
  /** Why the attempt failed, where the clinician gave a reason. */
  failure?: CallFailure | undefined
}

/**
 * Saves the outcome of a call. The third missed call also ends the booking; it is refunded only when the partner sets
 * `refundAfterMissedCalls`.
 */
export async function saveCallStep(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  { order, locked, step, by, failure }: CallStep,
): Promise<void> {
  const holder = by ?? { staffId: locked.heldBy ?? '', clinicianId: locked.clinicianId }
  if (step.actions.length > 0) await saveStep(tx, locked, step, holder, failure)
  await saveFailedFor(tx, locked.id, failure ?? null)
  await enqueueCallNotification(tx, locked.id, step)
  const refund = config.refundAfterMissedCalls ? 'MISSED_CALLS' : undefined
  if (step.status === 'CANCELLED' && order) await endBooking(tx, order, { by: 'missed-calls', source: 'staff', refund })
}

/**
 * A video call notifies the patient after the grace period, a phone rings by itself. After a missed call the patient
 * learns that there will be another one.
 */
async function enqueueCallNotification(tx: Tx, consultationId: string, { status, actions }: Step): Promise<void> {
  const last = actions.at(-1)?.type
  if (last === 'VIDEO_CALL_STARTED')
    await enqueueCareNotification(tx, { consultationId }, 'called', { afterSeconds: CALL_GRACE_SECONDS })
  if (status !== 'QUEUED') return
  await enqueueCareNotification(tx, { consultationId }, 'missed')
  await moveBehindOthers(tx, consultationId)
}

import { CALL_GRACE_SECONDS } from '@cuida/core/care/reminder/notification-relevance.ts'
import type { CallFailure } from '@cuida/core/consultation/status/closing.ts'
import type { Step } from '@cuida/core/consultation/status/steps.ts'
import type { LockedOrder } from '../../checkout/order/order-store.ts'
import { type Locked, saveFailedFor, saveStep, stepAside } from '../../consultation/change-store.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import { enqueueCareNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import { endBooking } from '../booked/cancel.ts'

interface CallStep {
  /** Locked before the consultation. */
  order: LockedOrder | undefined
  locked: Locked
  step: Step
  /** Absent: the line itself told of it, on behalf of who holds the patient. */
  by?: StaffCaller
  /** Why the try came to nothing, where somebody said so. */
  failure?: CallFailure | undefined
}

/** Saves what a call came to. The third missed one ends the booking too, and only the partner's generosity gives back. */
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

/** A phone that rings says so by itself; who was not reached hears that there will be another try. */
async function enqueueCallNotification(tx: Tx, consultationId: string, { status, actions }: Step): Promise<void> {
  const last = actions.at(-1)?.type
  if (last === 'VIDEO_CALL_STARTED')
    await enqueueCareNotification(tx, { consultationId }, 'called', { afterSeconds: CALL_GRACE_SECONDS })
  if (status !== 'QUEUED') return
  await enqueueCareNotification(tx, { consultationId }, 'missed')
  await stepAside(tx, consultationId)
}

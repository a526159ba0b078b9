import type { CancelledBy, RefundReason } from '@cuida/core/checkout/refund/refund.ts'
import type { Booking } from '@cuida/core/consultation/booking-shape.ts'
import {
  afterCancelling,
  canCancelWithoutRefund,
  cancelProblem,
  isRefundOffered,
  type Terms,
} from '@cuida/core/consultation/cancelling.ts'
import { releaseBooked, releaseHeld } from '../../booking/calendar/slot-hold-store.ts'
import { type EventSource, type LockedOrder, lockOrder, saveCancelled } from '../../checkout/order/order-store.ts'
import { applyPaymentUpdate } from '../../checkout/payment/apply-payment-update.ts'
import { findAttemptOfOrder } from '../../checkout/payment/attempt-store.ts'
import { releasePromo } from '../../checkout/promo/promo-store.ts'
import { createRefund, owedRefundOf } from '../../checkout/refund/refund-store.ts'
import { consultationOfOrder, lockConsultation, saveCancelling } from '../../consultation/change-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { enqueueCareNotification } from '../../notifications/outbox-store.ts'
import { orderIdOf } from './reschedule-store.ts'

export type CancelRefusal = 'TOO_LATE_TO_CANCEL' | 'NOT_CANCELLABLE' | 'PAYMENT_ONGOING'

export interface CancelInput {
  reason: string
  terms: Terms
  now: Date
  /** Cancel even when it is too late for a refund. */
  withoutRefund?: boolean | undefined
}

/** Cancels for the patient as far as the terms allow. Returns the refund in cents, or the refusal. */
export async function cancelForPatient(tx: Tx, orderId: string, input: CancelInput): Promise<number | CancelRefusal> {
  const { reason, terms, now } = input
  const order = await lockOrder(tx, orderId)
  if (order.isCancelled) return owedRefundOf(tx, orderId)
  if (order.status === 'PENDING') return giveUp(tx, order, reason)
  if (order.status === 'PROCESSING') return giveUpSlow(tx, order, reason)
  if (order.isGivenUp) return freeGivenUp(tx, order, reason)
  const id = order.status === 'ACTIVE' ? await consultationOfOrder(tx, orderId) : undefined
  const consultation = id && (await lockConsultation(tx, id))
  if (!consultation) return 'NOT_CANCELLABLE'
  const problem = cancelProblem(consultation, terms, now)
  if (problem && !(input.withoutRefund && canCancelWithoutRefund(consultation, terms, now))) return problem
  const step = afterCancelling(consultation, 'PATIENT')
  if (!step) return 'NOT_CANCELLABLE'
  await saveCancelling(tx, consultation, step)
  const refund = problem ? undefined : reasonOf(consultation, terms, now)
  return endBooking(tx, order, { by: 'patient', reason, source: 'app', refund })
}

function reasonOf(booking: Booking, { care }: Terms, now: Date): RefundReason {
  if (!isRefundOffered(booking, care, now)) return 'PATIENT_CANCELLED'
  return booking.type === 'scheduled' ? 'CLINICIAN_ABSENT' : 'CARE_NOT_GIVEN'
}

/**
 * The patient abandons a payment that waits for them or their bank. No money has arrived, and a late payment is
 * refunded automatically. The slot is free at once.
 */
async function giveUp(tx: Tx, order: LockedOrder, reason: string): Promise<number | CancelRefusal> {
  const attempt = await findAttemptOfOrder(tx, order.id)
  if (!attempt || attempt.isOnHold) return 'PAYMENT_ONGOING'
  const id = await consultationOfOrder(tx, order.id)
  const consultation = id && (await lockConsultation(tx, id))
  const step = consultation && afterCancelling(consultation, 'PATIENT')
  if (consultation && step) await saveCancelling(tx, consultation, step)
  await saveCancelled(tx, order, { by: 'patient', reason, voided: true, source: 'app' })
  await applyPaymentUpdate(tx, attempt, { state: 'failed', reason: 'CANCELLED' }, 'app')
  if (attempt.method === 'pix')
    await enqueue(tx, 'cancelPixCode', { attemptId: attempt.id }, { key: `code:${attempt.id}` })
  await tellCalendar(tx, await releaseHeld(tx, order.cartId))
  return 0
}

/** A charge in flight cannot be abandoned; one that a slow bank is still processing can. */
async function giveUpSlow(tx: Tx, order: LockedOrder, reason: string): Promise<number | CancelRefusal> {
  const attempt = await findAttemptOfOrder(tx, order.id)
  const isSlow = attempt?.state === 'processing' && attempt.providerPaymentId !== null && !attempt.isLeased
  return isSlow ? giveUp(tx, order, reason) : 'PAYMENT_ONGOING'
}

/**
 * The provider's webhook already ended the payment; only the slot, held for another attempt, is still to be released.
 */
async function freeGivenUp(tx: Tx, order: LockedOrder, reason: string): Promise<number> {
  await saveCancelled(tx, order, { by: 'patient', reason, voided: true, source: 'app' })
  await tellCalendar(tx, await releaseHeld(tx, order.cartId))
  return 0
}

export interface EndBookingInput {
  by: CancelledBy
  reason?: string
  source: EventSource
  /** undefined: no refund. */
  refund: RefundReason | undefined
}

/**
 * Ends a paid booking: releases its slot and records the refund that is owed. The caller has locked the order.
 * Returns the refund in cents.
 */
export async function endBooking(
  tx: Tx,
  order: LockedOrder,
  { by, reason, source, refund }: EndBookingInput,
): Promise<number> {
  await saveCancelled(tx, order, { by, reason, source, voided: refund !== undefined })
  if (order.slotHoldId) await tellCalendar(tx, await releaseBooked(tx, order.slotHoldId))
  if (refund) await releasePromo(tx, order.id)
  await enqueueCareNotification(tx, { orderId: order.id }, 'cancelled', { asked: by === 'patient' })
  await notifyChanged(tx, [`order:${order.id}`, `account:${order.accountId}`])
  return refund ? createRefund(tx, order.id, refund) : 0
}

/**
 * Refunds a consultation in full that took place but not as it was paid for; its promo code can be used again.
 * Returns the refund in cents.
 */
export async function refundInFull(tx: Tx, order: LockedOrder, reason: RefundReason): Promise<number> {
  await releasePromo(tx, order.id)
  await notifyChanged(tx, [`order:${order.id}`, `account:${order.accountId}`])
  return createRefund(tx, order.id, reason)
}

/**
 * Locks the order of a consultation. Every transaction locks the order before the consultation; the other order
 * deadlocks. undefined: the consultation has no order.
 */
export async function lockOrderOf(tx: Tx, consultationId: string): Promise<LockedOrder | undefined> {
  const orderId = await orderIdOf(tx, consultationId)
  return orderId === undefined ? undefined : lockOrder(tx, orderId)
}

async function tellCalendar(tx: Tx, clinicianId: string | undefined): Promise<void> {
  if (clinicianId) await notifyChanged(tx, [`clinician:${clinicianId}`])
}

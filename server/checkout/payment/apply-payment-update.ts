import { moveOrder, type OrderEvent } from '@cuida/core/checkout/order/order.ts'
import { isNewState } from '@cuida/core/checkout/payment/attempt.ts'
import type { FailureReason } from '@cuida/core/checkout/payment/failure.ts'
import { bookSlotHold, isSlotInAbsence, lockOutAbsences, stopPaying } from '../../booking/calendar/slot-hold-store.ts'
import { endEntryOfOrder } from '../../booking/waitlist/waitlist-store.ts'
import {
  expireConsultation,
  hasConsultation,
  insertConsultation,
  queueConsultation,
} from '../../consultation/start-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { pipeline, type Tx } from '../../kit/db/db.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { enqueueCareNotification } from '../../notifications/outbox-store.ts'
import type { NextAction, PaymentUpdate } from '../../providers/payment/port.ts'
import { applyDisputes } from '../dispute/apply-disputes.ts'
import { endInvoiceOf, insertCancellationTask, openInvoice } from '../invoice/invoice-store.ts'
import {
  addEvent,
  type EventSource,
  emptyCart,
  type LockedOrder,
  lockOrder,
  moveOrderTo,
  reopenCart,
  type ShownCard,
  type StepDetails,
  saveCard,
  saveRefunded,
  topicsOf,
} from '../order/order-store.ts'
import { releasePromo } from '../promo/promo-store.ts'
import { insertTask } from '../reconciliation/reconciliation-store.ts'
import { createRefund, markRefundsDone } from '../refund/refund-store.ts'
import { type Attempt, findAttempt, putOnHold, saveUpdate } from './attempt-store.ts'

export type UpdateOutcome = 'nothing' | 'applied' | 'held'

/**
 * The only function that applies what a provider reports (product 6.4): the charge's answer, webhooks and our own
 * queries all end here, under the order's row lock. Updates are ranked and never regress.
 */
export async function applyPaymentUpdate(
  tx: Tx,
  known: Attempt,
  update: PaymentUpdate,
  source: EventSource,
): Promise<UpdateOutcome> {
  const [order, _, attempt] = await pipeline(
    lockOrder(tx, known.orderId),
    lockOutAbsences(tx, known.orderId),
    findAttempt(tx, known.id),
  )
  if (!attempt || attempt.isOnHold) return 'nothing'
  const money = await applyMoney(tx, order, attempt, update, source)
  if (money === 'held' || isOfOtherPayment(attempt, update)) return money
  return (await applyDisputes(tx, order, attempt, update, source)) ? 'applied' : money
}

async function applyMoney(
  tx: Tx,
  order: LockedOrder,
  attempt: Attempt,
  update: PaymentUpdate,
  source: EventSource,
): Promise<UpdateOutcome> {
  if (!isNewState(attempt.state, update.state) && !(await isFirstUpdate(tx, attempt, update))) return 'nothing'
  if (isOfOtherPayment(attempt, update) || isOldRefund(attempt, update)) return 'nothing'
  if (isOtherMoney(attempt, update)) {
    await putOnHold(tx, attempt.id)
    await addEvent(tx, order.id, order.status, source, 'MONEY_DIFFERS')
    const { id: attemptId, orderId } = attempt
    const ours = attempt.amount
    const theirs = 'amount' in update ? update.amount : null
    const providerPaymentId = update.providerPaymentId ?? null
    const kind = 'MONEY_ON_HOLD'
    await insertTask(tx, attempt.provider, {
      kind,
      providerPaymentId,
      attemptId,
      orderId,
      chargeId: null,
      ours,
      theirs,
    })
    return 'held'
  }
  const change = {
    state: update.state,
    providerPaymentId: update.providerPaymentId,
    captured: update.state === 'succeeded' || update.state === 'refunded' ? attempt.amount : attempt.captured,
    refunded: update.state === 'refunded' ? update.refundedAmount : attempt.refunded,
    failure: update.state === 'failed' ? update.reason : undefined,
    pixCode: update.state === 'pending' && update.nextAction?.kind === 'pix' ? update.nextAction.code : undefined,
  }
  await pipeline(saveUpdate(tx, attempt.id, change), runEffects(tx, order, attempt, update, source))
  return 'applied'
}

/** Sending a charge already sets "processing", so the provider's first such update counts as new. */
const isFirstUpdate = async (tx: Tx, attempt: Attempt, update: PaymentUpdate): Promise<boolean> =>
  attempt.state === 'processing' && update.state === 'processing' && !(await hasConsultation(tx, attempt.orderId))

/** MONEI may have another payment of this attempt that was never confirmed: its failure does not concern ours. */
const isOfOtherPayment = ({ providerPaymentId }: Attempt, update: PaymentUpdate): boolean =>
  update.state !== 'succeeded' &&
  update.providerPaymentId !== undefined &&
  providerPaymentId !== null &&
  update.providerPaymentId !== providerPaymentId

/** The refunded amount is a total that never falls: a smaller total is an older update. */
const isOldRefund = ({ state, refunded }: Attempt, update: PaymentUpdate): boolean =>
  state === 'refunded' && update.state === 'refunded' && update.refundedAmount <= refunded

/** A different amount, currency or payment id: the attempt goes on hold until a manager checks it (product 6.9). */
function isOtherMoney(attempt: Attempt, update: PaymentUpdate): boolean {
  if (update.state !== 'succeeded' && update.state !== 'refunded') return false
  if ((attempt.providerPaymentId ?? update.providerPaymentId) !== update.providerPaymentId) return true
  return update.amount !== attempt.amount || update.currency !== attempt.currency
}

async function runEffects(tx: Tx, order: LockedOrder, attempt: Attempt, update: PaymentUpdate, source: EventSource) {
  switch (update.state) {
    case 'succeeded':
      return onPaid(tx, order, attempt, update, source)
    case 'failed':
      return onFailed(tx, order, source, update.reason)
    case 'pending':
      return onChallenged(tx, order, source, update.nextAction)
    case 'processing':
      return onProcessing(tx, order, source)
    case 'refunded':
      return onRefunded(tx, order, attempt, update.refundedAmount, source)
  }
}

async function onPaid(tx: Tx, order: LockedOrder, attempt: Attempt, update: ShownCard, source: EventSource) {
  const { id: attemptId, savesCard } = attempt
  await pipeline(
    savesCard ? enqueue(tx, 'keepCard', { attemptId }, { key: `keep:${attemptId}` }) : undefined,
    sellOrRefund(tx, order, attempt, update, source),
  )
}

/**
 * A payment that is decided after the booked start never becomes a booking (C10.6): it is refunded like any late
 * payment.
 */
async function sellOrRefund(tx: Tx, order: LockedOrder, attempt: Attempt, card: ShownCard, source: EventSource) {
  const isOpen = moveOrder(order.status, 'paid') !== undefined
  if (isOpen && !attempt.hasBegun) return activateOrder(tx, order, source, card)
  if (isOpen) await onFailed(tx, order, source, 'TOO_LATE')
  await refundLate(tx, isOpen ? { ...order, status: 'FAILED' } : order, source, card)
}

/**
 * The order is paid or free: books the slot, queues the consultation and notifies patient and staff in one
 * transaction.
 */
export async function activateOrder(tx: Tx, order: LockedOrder, source: EventSource, card?: ShownCard): Promise<void> {
  const isBooked = (
    await pipeline(
      step(tx, order, 'paid', source, { card }),
      order.slotHoldId ? bookSlotHold(tx, order.slotHoldId) : undefined,
      queueConsultation(tx, order.id),
      emptyCart(tx, order.id),
      endEntryOfOrder(tx, order.accountId, order.id),
      order.amount > 0 ? openInvoice(tx, order.id) : undefined,
      enqueueCareNotification(tx, { orderId: order.id }, 'booked', { asked: true }),
    )
  )[1]
  if (order.slotHoldId && !isBooked) throw new Error('a paid order has lost its slot hold')
}

/** A free order has no attempt that checks whether its clinician is absent by now, so the check is here. */
export async function activateFreeOrder(tx: Tx, order: LockedOrder): Promise<void> {
  await lockOutAbsences(tx, order.id)
  if (await isSlotInAbsence(tx, order.id)) return onFailed(tx, order, 'job', 'TOO_LATE')
  return activateOrder(tx, order, 'job')
}

/**
 * A declined card, or a payment that failed otherwise: the slot is held for another try, the cart can be ordered again,
 * and the promo code counts as unused.
 */
async function onFailed(tx: Tx, order: LockedOrder, source: EventSource, failure: FailureReason): Promise<void> {
  if (!(await step(tx, order, 'refused', source, { failure }))) return
  const freed = order.slotHoldId && (await stopPaying(tx, order.slotHoldId))
  if (freed) await notifyChanged(tx, [`clinician:${freed}`])
  await reopenCart(tx, order.id)
  await releasePromo(tx, order.id)
  const consultationId = await expireConsultation(tx, order.id)
  if (!consultationId) return
  if (failure === 'TOO_LATE') await enqueueCareNotification(tx, { orderId: order.id }, 'too-late')
  await notifyChanged(tx, [`consultation:${consultationId}`])
}

/**
 * The bank shows a challenge, or a Pix code waits to be paid. Without either, the payment is only pending at the
 * bank.
 */
async function onChallenged(tx: Tx, order: LockedOrder, source: EventSource, action?: NextAction): Promise<void> {
  const challenge = action && action.kind !== 'pix' ? action : undefined
  if (!action || !(await step(tx, order, 'challenged', source, { challenge }))) return
  await insertConsultation(tx, order.id, 'PENDING')
}

/** The bank may take days: the patient sees the pending consultation beside the booked ones. */
async function onProcessing(tx: Tx, order: LockedOrder, source: EventSource): Promise<void> {
  await step(tx, order, 'resumed', source)
  if (moveOrder(order.status, 'paid')) await insertConsultation(tx, order.id, 'PENDING')
}

/** A payment for an order that has already failed is refunded automatically (product 5.5). */
async function refundLate(tx: Tx, order: LockedOrder, source: EventSource, card: ShownCard): Promise<void> {
  await saveCard(tx, order.id, card)
  await addEvent(tx, order.id, order.status, source, 'PAID_TOO_LATE')
  await createRefund(tx, order.id, 'PAID_TOO_LATE')
}

async function onRefunded(tx: Tx, order: LockedOrder, attempt: Attempt, amount: number, source: EventSource) {
  const isOpen = moveOrder(order.status, 'refused') !== undefined
  await saveRefunded(tx, order.id, amount)
  await markRefundsDone(tx, attempt.id, amount)
  if (isOpen && amount < attempt.amount) return sellOrRefund(tx, order, attempt, {}, source)
  if (isOpen) return onFailed(tx, order, source, 'CANCELLED')
  if (amount === attempt.amount)
    await pipeline(
      releasePromo(tx, order.id),
      endInvoiceOf(tx, order.id),
      insertCancellationTask(tx, { orderId: order.id }),
    )
  await addEvent(tx, order.id, order.status, source, 'REFUNDED')
  await enqueueCareNotification(tx, { orderId: order.id }, 'refunded')
  await notifyChanged(tx, topicsOf(order))
}

/** Changes the order's status when the current one allows it; false otherwise. */
async function step(
  tx: Tx,
  order: LockedOrder,
  event: OrderEvent,
  source: EventSource,
  details: StepDetails = {},
): Promise<boolean> {
  const to = moveOrder(order.status, event)
  if (!to) return false
  await moveOrderTo(tx, order, to, { source, ...details })
  return true
}

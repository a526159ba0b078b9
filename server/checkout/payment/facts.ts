import { moveOrder, type OrderEvent } from '@cuida/core/checkout/order/order.ts'
import { isNews } from '@cuida/core/checkout/payment/attempt.ts'
import type { FailureReason } from '@cuida/core/checkout/payment/failure.ts'
import { book, isTimeAway, keepFromAbsence, stopPaying } from '../../booking/calendar/claim-store.ts'
import { endEntryOf } from '../../booking/waitlist/waitlist-store.ts'
import {
  expireConsultation,
  hasConsultation,
  insertConsultation,
  queueConsultation,
} from '../../consultation/start-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { inOneGo, type Tx } from '../../kit/db/db.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { leaveCareNotification } from '../../notifications/leave-notification-store.ts'
import type { NextAction, PaymentFact } from '../../providers/payment/port.ts'
import { applyDisputes } from '../dispute/apply.ts'
import { endInvoiceOf, leaveCancellation, openInvoice } from '../invoice/invoice-store.ts'
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
import { promiseRefund, settleRefunds } from '../refund/refund-store.ts'
import { type Attempt, findAttempt, quarantine, saveFact } from './attempt-store.ts'

export type Applied = 'nothing' | 'applied' | 'quarantined'

/**
 * The one place where what a provider says becomes true (product 6.4): its answer, its webhook and our own question
 * all end here, under the order's row lock. Facts are ranked and never go backwards.
 */
export async function applyFact(tx: Tx, known: Attempt, fact: PaymentFact, source: EventSource): Promise<Applied> {
  const [order, _, attempt] = await inOneGo(
    lockOrder(tx, known.orderId),
    keepFromAbsence(tx, known.orderId),
    findAttempt(tx, known.id),
  )
  if (!attempt || attempt.isQuarantined) return 'nothing'
  const money = await applyMoney(tx, order, attempt, fact, source)
  if (money === 'quarantined' || isForeign(attempt, fact)) return money
  return (await applyDisputes(tx, order, attempt, fact, source)) ? 'applied' : money
}

async function applyMoney(
  tx: Tx,
  order: LockedOrder,
  attempt: Attempt,
  fact: PaymentFact,
  source: EventSource,
): Promise<Applied> {
  if (!isNews(attempt.state, fact.state) && !(await isFirstWord(tx, attempt, fact))) return 'nothing'
  if (isForeign(attempt, fact) || isOldRefund(attempt, fact)) return 'nothing'
  if (isOtherMoney(attempt, fact)) {
    await quarantine(tx, attempt.id)
    await addEvent(tx, order.id, order.status, source, 'MONEY_DIFFERS')
    const { id: attemptId, orderId } = attempt
    const ours = attempt.amount
    const theirs = 'amount' in fact ? fact.amount : null
    const providerPaymentId = fact.providerPaymentId ?? null
    const kind = 'MONEY_SET_ASIDE'
    await insertTask(tx, attempt.provider, { kind, providerPaymentId, attemptId, orderId, ours, theirs })
    return 'quarantined'
  }
  const change = {
    state: fact.state,
    providerPaymentId: fact.providerPaymentId,
    captured: fact.state === 'succeeded' || fact.state === 'refunded' ? attempt.amount : attempt.captured,
    refunded: fact.state === 'refunded' ? fact.refundedAmount : attempt.refunded,
    failure: fact.state === 'failed' ? fact.reason : undefined,
    pixCode: fact.state === 'pending' && fact.nextAction?.kind === 'pix' ? fact.nextAction.code : undefined,
  }
  await inOneGo(saveFact(tx, attempt.id, change), react(tx, order, attempt, fact, source))
  return 'applied'
}

/** That the bank takes its time is what we assume of a charge on its way: heard for the first time it is news all the same. */
const isFirstWord = async (tx: Tx, attempt: Attempt, fact: PaymentFact): Promise<boolean> =>
  attempt.state === 'processing' && fact.state === 'processing' && !(await hasConsultation(tx, attempt.orderId))

/** MONEI may hold a payment of this attempt that was never confirmed: what becomes of it is not what became of ours. */
const isForeign = ({ providerPaymentId }: Attempt, fact: PaymentFact): boolean =>
  fact.state !== 'succeeded' &&
  fact.providerPaymentId !== undefined &&
  providerPaymentId !== null &&
  fact.providerPaymentId !== providerPaymentId

/** What was given back is told as a total, which never falls: a smaller one was true earlier. */
const isOldRefund = ({ state, refunded }: Attempt, fact: PaymentFact): boolean =>
  state === 'refunded' && fact.state === 'refunded' && fact.refundedAmount <= refunded

/** Another sum, another currency, or money of a payment that is not the one we know: a person must look (product 6.9). */
function isOtherMoney(attempt: Attempt, fact: PaymentFact): boolean {
  if (fact.state !== 'succeeded' && fact.state !== 'refunded') return false
  if ((attempt.providerPaymentId ?? fact.providerPaymentId) !== fact.providerPaymentId) return true
  return fact.amount !== attempt.amount || fact.currency !== attempt.currency
}

async function react(tx: Tx, order: LockedOrder, attempt: Attempt, fact: PaymentFact, source: EventSource) {
  switch (fact.state) {
    case 'succeeded':
      return paid(tx, order, attempt, fact, source)
    case 'failed':
      return fail(tx, order, source, fact.reason)
    case 'pending':
      return challenge(tx, order, source, fact.nextAction)
    case 'processing':
      return takeTime(tx, order, source)
    case 'refunded':
      return refunded(tx, order, attempt, fact.refundedAmount, source)
  }
}

async function paid(tx: Tx, order: LockedOrder, attempt: Attempt, fact: ShownCard, source: EventSource) {
  const { id: attemptId, savesCard } = attempt
  await inOneGo(
    savesCard ? enqueue(tx, 'keepCard', { attemptId }, { key: `keep:${attemptId}` }) : undefined,
    sellOrGiveBack(tx, order, attempt, fact, source),
  )
}

/** Money that is decided after the booked start is never a booking (C10.6): it goes back like any that came too late. */
async function sellOrGiveBack(tx: Tx, order: LockedOrder, attempt: Attempt, card: ShownCard, source: EventSource) {
  const isOpen = moveOrder(order.status, 'paid') !== undefined
  if (isOpen && !attempt.hasBegun) return activate(tx, order, source, card)
  if (isOpen) await fail(tx, order, source, 'TOO_LATE')
  await giveBackLate(tx, isOpen ? { ...order, status: 'FAILED' } : order, source, card)
}

/** Paid, or nothing to pay: the time is sold, the consultation waits, and everybody hears of it, all at once. */
export async function activate(tx: Tx, order: LockedOrder, source: EventSource, card?: ShownCard): Promise<void> {
  const isBooked = (
    await inOneGo(
      step(tx, order, 'paid', source, { card }),
      order.claimId ? book(tx, order.claimId) : undefined,
      queueConsultation(tx, order.id),
      emptyCart(tx, order.id),
      endEntryOf(tx, order.accountId, order.id),
      order.amount > 0 ? openInvoice(tx, order.id) : undefined,
      leaveCareNotification(tx, { orderId: order.id }, 'booked', { asked: true }),
    )
  )[1]
  if (order.claimId && !isBooked) throw new Error('a paid order has lost its time')
}

/** Nothing to pay, and so no attempt that would know that its clinician is away by now: the time is lost, or sold. */
export async function activateFree(tx: Tx, order: LockedOrder): Promise<void> {
  await keepFromAbsence(tx, order.id)
  if (await isTimeAway(tx, order.id)) return fail(tx, order, 'job', 'TOO_LATE')
  return activate(tx, order, 'job')
}

/** No money: the time waits for another try, the cart for another order, and its promo code has not been used. */
async function fail(tx: Tx, order: LockedOrder, source: EventSource, failure: FailureReason): Promise<void> {
  if (!(await step(tx, order, 'refused', source, { failure }))) return
  const freed = order.claimId && (await stopPaying(tx, order.claimId))
  if (freed) await notifyChanged(tx, [`clinician:${freed}`])
  await reopenCart(tx, order.id)
  await releasePromo(tx, order.id)
  const consultationId = await expireConsultation(tx, order.id)
  if (!consultationId) return
  if (failure === 'TOO_LATE') await leaveCareNotification(tx, { orderId: order.id }, 'too-late')
  await notifyChanged(tx, [`consultation:${consultationId}`])
}

/** The bank wants to see the patient, or a Pix code waits for them. Without either it only takes its time. */
async function challenge(tx: Tx, order: LockedOrder, source: EventSource, action?: NextAction): Promise<void> {
  const challenge = action && action.kind !== 'pix' ? action : undefined
  if (!action || !(await step(tx, order, 'challenged', source, { challenge }))) return
  await insertConsultation(tx, order.id, 'PENDING')
}

/** The bank takes its time, which may be days: the patient sees what they wait for beside what they have booked. */
async function takeTime(tx: Tx, order: LockedOrder, source: EventSource): Promise<void> {
  await step(tx, order, 'resumed', source)
  if (moveOrder(order.status, 'paid')) await insertConsultation(tx, order.id, 'PENDING')
}

/** Money for an order that was given up already goes back without anybody asking (product 5.5). */
async function giveBackLate(tx: Tx, order: LockedOrder, source: EventSource, card: ShownCard): Promise<void> {
  await saveCard(tx, order.id, card)
  await addEvent(tx, order.id, order.status, source, 'PAID_TOO_LATE')
  await promiseRefund(tx, order.id, 'PAID_TOO_LATE')
}

async function refunded(tx: Tx, order: LockedOrder, attempt: Attempt, amount: number, source: EventSource) {
  const isOpen = moveOrder(order.status, 'refused') !== undefined
  await saveRefunded(tx, order.id, amount)
  await settleRefunds(tx, attempt.id, amount)
  if (isOpen && amount < attempt.amount) return sellOrGiveBack(tx, order, attempt, {}, source)
  if (isOpen) return fail(tx, order, source, 'CANCELLED')
  if (amount === attempt.amount)
    await inOneGo(releasePromo(tx, order.id), endInvoiceOf(tx, order.id), leaveCancellation(tx, { orderId: order.id }))
  await addEvent(tx, order.id, order.status, source, 'REFUNDED')
  await leaveCareNotification(tx, { orderId: order.id }, 'refunded')
  await notifyChanged(tx, topicsOf(order))
}

/** One step of the lifecycle, if it can happen now. */
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

import { amountProblem, approvalProblem, closingStateFor } from '@cuida/core/checkout/refund/refund-request.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { MoneyActionRecord } from '../desk-money.ts'
import { resolveTaskOf } from '../reconciliation/reconciliation-store.ts'
import { insertRequest, lockRequest, saveApproval, saveEnding } from './refund-request-store.ts'
import { createPartialRefund, findPaymentBalance, type PaymentBalance, reviveRefund } from './refund-store.ts'

// Refund actions of two managers, for orders and subscription charges. The caller holds the lock of the order or
// subscription.

type Why = { staffId: string; reason: string }
type Refuse<Code extends string> = (code: Code) => never
type AmountProblem = 'PAYMENT_ON_HOLD' | 'PAYMENT_IN_DISPUTE' | 'MORE_THAN_LEFT'

export async function recordRefundRequest(
  tx: Tx,
  money: PaymentBalance,
  { amount, staffId, reason }: Why & { amount: number },
  refuse: Refuse<AmountProblem | 'REQUEST_OPEN'>,
): Promise<MoneyActionRecord> {
  const problem = amountProblem(amount, money)
  if (problem) refuse(problem)
  if (!(await insertRequest(tx, { paymentId: money.paymentId, amount, reason, staffId }))) refuse('REQUEST_OPEN')
  return { act: 'ask-refund', event: 'REFUND_ASKED', reason, detail: { amount } }
}

export async function recordRefundApproval(
  tx: Tx,
  { id, staffId }: { id: string; staffId: string },
  refuse: Refuse<AmountProblem | 'REFUND_REQUEST_NOT_FOUND' | 'SAME_PERSON' | 'REQUEST_EXPIRED' | 'CHANGED_MEANWHILE'>,
): Promise<MoneyActionRecord> {
  const request = (await lockRequest(tx, id)) ?? refuse('REFUND_REQUEST_NOT_FOUND')
  const money = (await findPaymentBalance(tx, request.paymentId)) ?? refuse('MORE_THAN_LEFT')
  const problem = approvalProblem(request, staffId, money)
  if (problem) refuse(problem)
  const { paymentId, amount, reason } = request
  const refundId = await createPartialRefund(tx, { paymentId, amount, reason: 'DESK' })
  await saveApproval(tx, id, { staffId, refundId })
  // The approver approves the requester's reason.
  const detail = { amount, request: id, refund: refundId }
  return { act: 'approve-refund', event: 'REFUND_APPROVED', reason, detail }
}

export async function closeRefundRequest(
  tx: Tx,
  { id, staffId, reason }: Why & { id: string },
  refuse: Refuse<'REFUND_REQUEST_NOT_FOUND' | 'CHANGED_MEANWHILE'>,
): Promise<MoneyActionRecord> {
  const request = (await lockRequest(tx, id)) ?? refuse('REFUND_REQUEST_NOT_FOUND')
  if (request.state !== 'open') refuse('CHANGED_MEANWHILE')
  const state = closingStateFor(request, staffId)
  await saveEnding(tx, id, { state, staffId, answer: reason })
  const detail = { amount: request.amount, request: id }
  return state === 'withdrawn'
    ? { act: 'withdraw-refund', event: 'REFUND_WITHDRAWN', reason, detail }
    : { act: 'decline-refund', event: 'REFUND_DECLINED', reason, detail }
}

/** Calls `enqueueSync`, because the refund may meanwhile have been made at the provider's own desk. */
export async function recordRefundRetry(
  tx: Tx,
  { id, paymentId, staffId, reason }: Why & { id: string; paymentId: string },
  {
    refuse,
    enqueueSync,
  }: {
    refuse: Refuse<'REFUND_NOT_FOUND' | 'PAYMENT_ON_HOLD' | 'PAYMENT_IN_DISPUTE' | 'CHANGED_MEANWHILE'>
    enqueueSync: () => Promise<void>
  },
): Promise<MoneyActionRecord> {
  const money = (await findPaymentBalance(tx, paymentId)) ?? refuse('REFUND_NOT_FOUND')
  if (money.isOnHold) refuse('PAYMENT_ON_HOLD')
  if (money.isInDispute) refuse('PAYMENT_IN_DISPUTE')
  if (!(await reviveRefund(tx, id))) refuse('CHANGED_MEANWHILE')
  await resolveTaskOf(tx, paymentId, { kind: 'REFUND_REFUSED', staffId, reason })
  await enqueueSync()
  return { act: 'retry-refund', event: 'REFUND_RETRIED', reason, detail: { refund: id } }
}

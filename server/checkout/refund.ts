import { notifyChanged } from '../kit/changes.ts'
import { killPoint } from '../kit/kill-point.ts'
import { RefundRefused } from '../providers/payment/port.ts'
import type { Services } from '../services.ts'
import { type Attempt, findAttempt } from './attempt-store.ts'
import { addEvent, lockOrder } from './order-store.ts'
import { lookUp, pursueOrder, settle } from './payment.ts'
import { insertTask } from './reconciliation-store.ts'
import { endRefundLease, leaseRefund, markRefused, type RefundLease, rebaseRefunds } from './refund-store.ts'

/** Sends the refunds that an attempt waits for, each once: its id is the provider's key, and our books are its witness. */
export async function refundAttempt(services: Services, attemptId: string): Promise<void> {
  for (;;) {
    const attempt = await findAttempt(services.db, attemptId)
    const lease = attempt && (await take(services, attempt))
    if (!lease) return
    await sendOrSetAside(services, attempt, lease)
  }
}

/**
 * For a payment that a person has looked at: what the provider says of it now counts, an open order goes on, and money
 * that waits to go back goes, after all that went without us.
 */
export async function lookAtPayment(services: Services, attemptId: string): Promise<void> {
  const attempt = await findAttempt(services.db, attemptId)
  if (!attempt || attempt.isQuarantined) return
  const fact = attempt.state === 'intended' ? undefined : await lookUp(services, attempt, 'job')
  if (!fact) return pursueOrder(services, attempt.orderId)
  await rebaseRefunds(services.db, attemptId)
  await refundAttempt(services, attemptId)
}

async function take({ db }: Services, attempt: Attempt): Promise<RefundLease | undefined> {
  return db.begin(async (tx) => {
    await lockOrder(tx, attempt.orderId)
    return leaseRefund(tx, attempt.id)
  })
}

async function sendOrSetAside(services: Services, attempt: Attempt, lease: RefundLease): Promise<void> {
  try {
    await send(services, attempt, lease)
  } catch (error) {
    if (!(error instanceof RefundRefused)) {
      await endRefundLease(services.db, lease.id)
      throw error
    }
    await setAside(services, attempt, lease)
  }
}

async function send(services: Services, attempt: Attempt, lease: RefundLease): Promise<void> {
  const { providerPaymentId, amount, currency } = attempt
  if (!providerPaymentId) throw new RefundRefused('the provider knows no such payment')
  const { refundedAmount } = await services.providers.payments.refund({
    ...{ providerPaymentId, currency, refundId: lease.id },
    ...{ amount: lease.amount, refundedBefore: lease.refundedBefore },
  })
  killPoint('refund.answered')
  await settle(services, attempt, { state: 'refunded', providerPaymentId, refundedAmount, amount, currency }, 'job')
  killPoint('refund.committed')
}

/**
 * The provider will not: a person must look, since a patient waits for their money. What they do at the provider's own
 * desk arrives as news like any other.
 */
async function setAside({ db, log }: Services, attempt: Attempt, lease: RefundLease): Promise<void> {
  await db.begin(async (tx) => {
    const order = await lockOrder(tx, attempt.orderId)
    await markRefused(tx, lease.id)
    await addEvent(tx, order.id, order.status, 'job', 'REFUND_REFUSED')
    await notifyChanged(tx, [`order:${order.id}`, `account:${order.accountId}`])
    const { id: attemptId, orderId, providerPaymentId, captured, refunded } = attempt
    const numbers = { ours: captured, theirs: refunded }
    const kind = 'REFUND_REFUSED'
    await insertTask(tx, attempt.provider, { kind, providerPaymentId, attemptId, orderId, ...numbers })
  })
  log.error('refund refused', { provider: attempt.provider, orderId: attempt.orderId })
}

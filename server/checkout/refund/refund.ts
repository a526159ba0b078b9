import type { Currency } from '@cuida/core/kit/shapes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { failpoint } from '../../kit/jobs/failpoint.ts'
import { RefundRefused } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'
import { insertTask } from '../reconciliation/reconciliation-store.ts'
import {
  endRefundLease,
  findMoneyOf,
  holdRefund,
  leaseRefund,
  markRefused,
  type Owed,
  type RefundLease,
} from './refund-store.ts'

/** A payment that money goes back of: an order's attempt, or a month of a subscription. Amounts in minor units. */
export interface RefundablePayment {
  id: string
  provider: string
  providerPaymentId: string | null
  currency: Currency
  captured: number
  refunded: number
  /** As a task names it. */
  names: Owed & { orderId: string | null }
  /** What was paid for: nobody else moves its money until the transaction ends. */
  lock(tx: Tx): Promise<unknown>
  /** The provider's books say that so much has gone back in all. */
  settle(refundedAmount: number): Promise<unknown>
  /** Asks the provider how the payment stands: a refund may be refused for a dispute that we have not heard of. */
  look?(): Promise<unknown>
  /** The provider will not: its history, and whoever looks at it, hear of that. */
  tellRefused(tx: Tx): Promise<void>
}

/** Sends the refunds that a payment waits for, each once: its id is the provider's key, and our books are its witness. */
export async function sendRefunds(
  services: Services,
  find: () => Promise<RefundablePayment | undefined>,
): Promise<void> {
  for (;;) {
    const payment = await find()
    const lease = payment && (await take(services, payment))
    if (!lease) return
    await sendOrHold(services, payment, lease)
  }
}

async function take({ db }: Services, payment: RefundablePayment): Promise<RefundLease | undefined> {
  return db.begin(async (tx) => {
    await payment.lock(tx)
    return leaseRefund(tx, payment.id)
  })
}

async function sendOrHold(services: Services, payment: RefundablePayment, lease: RefundLease): Promise<void> {
  try {
    await send(services, payment, lease)
  } catch (error) {
    if (!(error instanceof RefundRefused)) {
      await endRefundLease(services.db, lease.id)
      throw error
    }
    await payment.look?.()
    await setAside(services, payment, lease)
  }
}

async function send({ providers: { payments } }: Services, payment: RefundablePayment, lease: RefundLease) {
  const { provider, providerPaymentId, currency } = payment
  if (!providerPaymentId) throw new RefundRefused('the provider knows no such payment')
  if (provider !== payments.browser.provider) throw new RefundRefused('the partner has another provider now')
  const { refundedAmount } = await payments.refund({
    providerPaymentId,
    currency,
    refundId: lease.id,
    amount: lease.amount,
    refundedBefore: lease.refundedBefore,
  })
  failpoint('refund.answered')
  await payment.settle(refundedAmount)
  failpoint('refund.committed')
}

/**
 * The provider will not: a person must look, since a patient waits for their money. What they do at the provider's own
 * desk arrives as an update like any other.
 */
async function setAside({ db, log }: Services, payment: RefundablePayment, lease: RefundLease): Promise<void> {
  const { provider, providerPaymentId, captured, refunded, names } = payment
  const isHeld = await db.begin(async (tx) => {
    await payment.lock(tx)
    // Of a payment in dispute nothing goes back before it is decided: then it is sent, or has gone.
    if ((await findMoneyOf(tx, payment.id))?.isInDispute) return holdRefund(tx, lease.id)
    await markRefused(tx, lease.id)
    await payment.tellRefused(tx)
    const task = { kind: 'REFUND_REFUSED' as const, providerPaymentId, ours: captured, theirs: refunded }
    await insertTask(tx, provider, { ...task, ...names })
    return false
  })
  if (isHeld) return
  log.error('refund refused', { provider, ...(names.orderId ? { orderId: names.orderId } : {}) })
}

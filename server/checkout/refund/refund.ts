import type { Currency } from '@cuida/core/kit/shapes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { failpoint } from '../../kit/jobs/failpoint.ts'
import { RefundRefused } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'
import { insertTask } from '../reconciliation/reconciliation-store.ts'
import {
  endRefundLease,
  findPaymentBalance,
  holdRefund,
  leaseRefund,
  markRefused,
  type PaymentRef,
  type RefundLease,
} from './refund-store.ts'

/** A payment to refund: an order's attempt, or a subscription charge. Amounts in minor units. */
export interface RefundablePayment {
  id: string
  provider: string
  providerPaymentId: string | null
  currency: Currency
  captured: number
  refunded: number
  /** The ids that a desk task stores. */
  names: PaymentRef & { orderId: string | null }
  lock(tx: Tx): Promise<unknown>
  /** Applies the provider's refunded total. */
  applyResult(refundedAmount: number): Promise<unknown>
  /** Asks the provider about the payment: it may refuse a refund because of a dispute that we do not know yet. */
  refreshPayment?(): Promise<unknown>
  tellRefused(tx: Tx): Promise<void>
}

/**
 * Sends a payment's pending refunds, each once: the refund's id is the provider's idempotency key, and our own
 * refunded total tells whether it went through.
 */
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
    await payment.refreshPayment?.()
    await holdPayment(services, payment, lease)
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
  await payment.applyResult(refundedAmount)
  failpoint('refund.committed')
}

/**
 * The provider refuses the refund: creates a desk task, since the patient waits for the money. A refund that a person
 * makes at the provider's desk arrives as an ordinary update.
 */
async function holdPayment({ db, log }: Services, payment: RefundablePayment, lease: RefundLease): Promise<void> {
  const { provider, providerPaymentId, captured, refunded, names } = payment
  const isHeld = await db.begin(async (tx) => {
    await payment.lock(tx)
    // A payment in dispute is not refunded before the decision: then the refund is sent, or the money is already with
    // the payer.
    if ((await findPaymentBalance(tx, payment.id))?.isInDispute) return holdRefund(tx, lease.id)
    await markRefused(tx, lease.id)
    await payment.tellRefused(tx)
    const task = { kind: 'REFUND_REFUSED' as const, providerPaymentId, ours: captured, theirs: refunded }
    await insertTask(tx, provider, { ...task, ...names })
    return false
  })
  if (isHeld) return
  log.error('the provider refused a refund', { provider, ...(names.orderId ? { orderId: names.orderId } : {}) })
}

import { killPoint } from '../kit/kill-point.ts'
import { RefundRefused } from '../providers/payment/port.ts'
import type { Services } from '../services.ts'
import { type Attempt, findAttempt, markLooked, quarantine } from './attempt-store.ts'
import { addEvent, lockOrder } from './order-store.ts'
import { settle } from './payment.ts'

/** Gives back what is left of an attempt's money, once: the attempt is the refund's name, and our books its witness. */
export async function refundAttempt(services: Services, attemptId: string): Promise<void> {
  const { db, providers } = services
  const attempt = await findAttempt(db, attemptId)
  if (!attempt?.providerPaymentId || attempt.captured <= attempt.refunded || attempt.isQuarantined) return
  const { providerPaymentId, amount, currency, captured, refunded } = attempt
  await markLooked(db, attemptId)
  try {
    const { refundedAmount } = await providers.payments.refund({
      ...{ providerPaymentId, currency, refundId: attemptId },
      ...{ amount: captured - refunded, refundedBefore: refunded },
    })
    killPoint('refund.answered')
    await settle(services, attempt, { state: 'refunded', providerPaymentId, refundedAmount, amount, currency }, 'job')
    killPoint('refund.committed')
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    await setAside(services, attempt)
  }
}

/** The provider will not: a person must look, since a patient waits for their money. */
async function setAside({ db, log }: Services, attempt: Attempt): Promise<void> {
  await db.begin(async (tx) => {
    const order = await lockOrder(tx, attempt.orderId)
    await quarantine(tx, attempt.id)
    await addEvent(tx, order.id, order.status, 'job', 'REFUND_REFUSED')
  })
  log.error('refund refused', { provider: attempt.provider, orderId: attempt.orderId })
}

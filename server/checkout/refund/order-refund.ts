import { notifyChanged } from '../../kit/db/changes.ts'
import type { Services } from '../../services.ts'
import { addEvent, lockOrder } from '../order/order-store.ts'
import { type Attempt, findAttempt } from '../payment/attempt-store.ts'
import { chargeOrder, fetchPaymentUpdate, savePaymentUpdate } from '../payment/charge-order.ts'
import { type RefundablePayment, sendRefunds } from './refund.ts'
import { rebaseRefunds } from './refund-store.ts'

export async function refundAttempt(services: Services, attemptId: string): Promise<void> {
  await sendRefunds(services, async () => {
    const attempt = await findAttempt(services.db, attemptId)
    return attempt && refundable(services, attempt)
  })
}

/**
 * Runs after a manager released or checked a payment: applies the provider's current state, processes an open order,
 * and sends pending refunds, counted after those that were made at the provider.
 */
export async function syncPayment(services: Services, attemptId: string): Promise<void> {
  const attempt = await findAttempt(services.db, attemptId)
  if (!attempt || attempt.isOnHold) return
  const update = attempt.state === 'intended' ? undefined : await fetchPaymentUpdate(services, attempt, 'job')
  if (!update) return chargeOrder(services, attempt.orderId)
  await rebaseRefunds(services.db, attemptId)
  await refundAttempt(services, attemptId)
}

function refundable(services: Services, attempt: Attempt): RefundablePayment {
  const { id, orderId, provider, providerPaymentId, amount, currency, captured, refunded } = attempt
  return {
    id,
    provider,
    providerPaymentId,
    currency,
    captured,
    refunded,
    names: { attemptId: id, orderId, chargeId: null },
    lock: (tx) => lockOrder(tx, orderId),
    refreshPayment: () => fetchPaymentUpdate(services, attempt, 'job'),
    applyResult: (refundedAmount) =>
      savePaymentUpdate(
        services,
        attempt,
        { state: 'refunded', providerPaymentId: providerPaymentId ?? '', refundedAmount, amount, currency },
        'job',
      ),
    async tellRefused(tx) {
      const order = await lockOrder(tx, orderId)
      await addEvent(tx, orderId, order.status, 'job', 'REFUND_REFUSED')
      await notifyChanged(tx, [`order:${orderId}`, `account:${order.accountId}`])
    },
  }
}

import type { Services } from '../../services.ts'
import { notifySubscriptionChanged } from '../../subscription/apply-subscription-update.ts'
import { addEvent, lockSubscription } from '../../subscription/subscription-store.ts'
import { syncSubscriptionPayment } from '../../subscription/sync-subscription.ts'
import { insertCancellationTask } from '../invoice/invoice-store.ts'
import { findCharge, type SubscriptionCharge } from '../payment/charge-store.ts'
import { type RefundablePayment, sendRefunds } from './refund.ts'
import { markRefundsDone, rebaseRefunds } from './refund-store.ts'

/**
 * Sends a subscription charge's pending refunds, after marking those that the provider has already reported as done.
 */
export async function refundSubscriptionCharge(services: Services, chargeId: string): Promise<void> {
  await applyChargeRefunds(services, chargeId)
  await sendRefunds(services, async () => {
    const charge = await findCharge(services.db, chargeId)
    return charge && refundable(services, charge)
  })
}

/** Runs when a manager retries a refund: asks the provider first, so that no refund is sent twice. */
export async function syncSubscriptionCharge(services: Services, chargeId: string): Promise<void> {
  const charge = await findCharge(services.db, chargeId)
  if (!charge) return
  await syncSubscriptionPayment(services, charge)
  await applyChargeRefunds(services, chargeId)
  await rebaseRefunds(services.db, chargeId)
  await refundSubscriptionCharge(services, chargeId)
}

async function applyChargeRefunds({ db }: Services, chargeId: string): Promise<void> {
  await db.begin(async (tx) => {
    const charge = await findCharge(tx, chargeId)
    if (!charge) return
    const subscription = await lockSubscription(tx, charge.subscriptionId)
    // Read again under the lock.
    const now = await findCharge(tx, chargeId)
    if (!subscription || !now || now.refunded === 0) return
    await markRefundsDone(tx, chargeId, now.refunded)
    await insertCancellationTask(tx, { chargeId })
    await notifySubscriptionChanged(tx, subscription)
  })
}

function refundable(services: Services, charge: SubscriptionCharge): RefundablePayment {
  const { subscriptionId } = charge
  return {
    ...charge,
    names: { attemptId: null, orderId: null, chargeId: charge.id },
    lock: (tx) => lockSubscription(tx, subscriptionId),
    // Does not trust the answer of the refund call: the provider is asked, as for every subscription update.
    async applyResult() {
      await syncSubscriptionPayment(services, charge)
      await applyChargeRefunds(services, charge.id)
    },
    async tellRefused(tx) {
      const subscription = await lockSubscription(tx, subscriptionId)
      if (!subscription) return
      await addEvent(tx, subscriptionId, subscription.status, 'job', 'REFUND_REFUSED')
      await notifySubscriptionChanged(tx, subscription)
    },
  }
}

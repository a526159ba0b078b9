import type { Services } from '../../services.ts'
import { notifySubscriptionChanged } from '../../subscription/apply-subscription-update.ts'
import { addEvent, lockSubscription } from '../../subscription/subscription-store.ts'
import { syncSubscriptionPayment } from '../../subscription/sync-subscription.ts'
import { leaveCancellation } from '../invoice/invoice-store.ts'
import { findCharge, type SubscriptionCharge } from '../payment/charge-store.ts'
import { type RefundablePayment, sendRefunds } from './refund.ts'
import { markRefundsDone, rebaseRefunds } from './refund-store.ts'

/** Sends what a month waits to give back. What went meanwhile, whoever gave it, is settled first. */
export async function refundSubscriptionCharge(services: Services, chargeId: string): Promise<void> {
  await applyChargeRefunds(services, chargeId)
  await sendRefunds(services, async () => {
    const charge = await findCharge(services.db, chargeId)
    return charge && refundable(services, charge)
  })
}

/** For a month that a person has looked at: the provider is asked first, so that nothing goes twice. */
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
    // Read again under the lock: what it says is what counts.
    const now = await findCharge(tx, chargeId)
    if (!subscription || !now || now.refunded === 0) return
    await markRefundsDone(tx, chargeId, now.refunded)
    await leaveCancellation(tx, { chargeId })
    await notifySubscriptionChanged(tx, subscription)
  })
}

function refundable(services: Services, charge: SubscriptionCharge): RefundablePayment {
  const { subscriptionId } = charge
  return {
    ...charge,
    names: { attemptId: null, orderId: null, chargeId: charge.id },
    lock: (tx) => lockSubscription(tx, subscriptionId),
    // Not the answer counts but the books: they are asked, as for every update of a subscription.
    async settle() {
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

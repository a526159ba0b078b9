import type { Services } from '../../services.ts'
import { askAboutPayment } from '../../subscription/ask-provider.ts'
import { tell } from '../../subscription/facts.ts'
import { addEvent, lockSubscription } from '../../subscription/subscription-store.ts'
import { leaveCancellation } from '../invoice/invoice-store.ts'
import { findMonth, type Month } from '../payment/month-store.ts'
import { type RefundablePayment, sendRefunds } from './refund.ts'
import { rebaseRefunds, settleRefunds } from './refund-store.ts'

/** Sends what a month waits to give back. What went meanwhile, whoever gave it, is settled first. */
export async function refundMonth(services: Services, monthId: string): Promise<void> {
  await settleMonth(services, monthId)
  await sendRefunds(services, async () => {
    const month = await findMonth(services.db, monthId)
    return month && refundable(services, month)
  })
}

/** For a month that a person has looked at: the provider is asked first, so that nothing goes twice. */
export async function askHowMonthStands(services: Services, monthId: string): Promise<void> {
  const month = await findMonth(services.db, monthId)
  if (!month) return
  await askAboutPayment(services, month)
  await settleMonth(services, monthId)
  await rebaseRefunds(services.db, monthId)
  await refundMonth(services, monthId)
}

async function settleMonth({ db }: Services, monthId: string): Promise<void> {
  await db.begin(async (tx) => {
    const month = await findMonth(tx, monthId)
    if (!month) return
    const subscription = await lockSubscription(tx, month.subscriptionId)
    // Read again under the lock: what it says is what counts.
    const now = await findMonth(tx, monthId)
    if (!subscription || !now || now.refunded === 0) return
    await settleRefunds(tx, monthId, now.refunded)
    await leaveCancellation(tx, { monthId })
    await tell(tx, subscription)
  })
}

function refundable(services: Services, month: Month): RefundablePayment {
  const { subscriptionId } = month
  return {
    ...month,
    names: { attemptId: null, orderId: null, monthId: month.id },
    lock: (tx) => lockSubscription(tx, subscriptionId),
    // Not the answer counts but the books: they are asked, as for every update of a subscription.
    async settle() {
      await askAboutPayment(services, month)
      await settleMonth(services, month.id)
    },
    async tellRefused(tx) {
      const subscription = await lockSubscription(tx, subscriptionId)
      if (!subscription) return
      await addEvent(tx, subscriptionId, subscription.status, 'job', 'REFUND_REFUSED')
      await tell(tx, subscription)
    },
  }
}

import {
  approveChargeRefund,
  endChargeRefundRequest,
  findDeskSubscriptions,
  getDeskSubscription,
  listDeskSubscriptions,
  pauseSubscription,
  releaseSubscription,
  requestChargeRefund,
  resumeSubscription,
  retryChargeRefund,
  type SubscriptionFilter,
} from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import type { TestClinician } from '../../care/test-people.ts'
import {
  advanceDays,
  createSubscriber,
  type Subscriber,
  syncTestSubscription,
} from '../../subscription/test-subscribers.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { REFUND_REASON } from '../test-desk-money.ts'

export const createChargeActions = (context: TestContext, { token }: Pick<TestClinician, 'token'>) => ({
  list: (filter: SubscriptionFilter) => context.sendCall(listDeskSubscriptions, { filter }, { token }),
  find: (query: string) => context.sendCall(findDeskSubscriptions, { query }, { token }),
  open: (id: string) => context.sendCall(getDeskSubscription, { id }, { token }),
  ask: (id: string, amount: number, reason = REFUND_REASON) =>
    context.sendCall(requestChargeRefund, { id, amount, reason }, { token }),
  approve: (id: string) => context.sendCall(approveChargeRefund, { id }, { token }),
  end: (id: string, reason = REFUND_REASON) => context.sendCall(endChargeRefundRequest, { id, reason }, { token }),
  retry: (id: string, reason = REFUND_REASON) => context.sendCall(retryChargeRefund, { id, reason }, { token }),
  pause: (id: string, reason = REFUND_REASON) => context.sendCall(pauseSubscription, { id, reason }, { token }),
  resume: (id: string, reason = REFUND_REASON) => context.sendCall(resumeSubscription, { id, reason }, { token }),
  release: (id: string, reason = REFUND_REASON) => context.sendCall(releaseSubscription, { id, reason }, { token }),
})

/** A subscriber whose trial is over and whose first month was charged. */
export async function createPaidCharge(context: TestContext): Promise<Subscriber> {
  const subscriber = await createSubscriber(context)
  await advanceDays(subscriber, 15)
  await syncTestSubscription(subscriber)
  return subscriber
}

/** A subscription's charges in the provider's books, oldest first. */
export async function readProviderCharges({
  context,
  id,
}: Subscriber): Promise<{ amount: number; refunded: number }[]> {
  const rows = await context.db<{ name: string }[]>`
    select provider_payment_id as name from subscription_payment where subscription_id = ${id} and amount > 0 order by paid_at`
  const found = await Promise.all(rows.map(({ name }) => context.services.providers.subscriptions?.findPayment(name)))
  return found.flatMap((payment) => (payment ? [{ amount: payment.amount, refunded: payment.refunded }] : []))
}

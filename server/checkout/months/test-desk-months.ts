import {
  approveMonthRefund,
  askMonthRefund,
  endMonthRefundRequest,
  findDeskSubscriptions,
  getDeskSubscription,
  listDeskSubscriptions,
  pauseSubscription,
  releaseSubscription,
  resumeSubscription,
  retryMonthRefund,
  type SubscriptionFilter,
} from '@cuida/core/checkout/months/desk-subscription-api.ts'
import type { TestClinician } from '../../care/test-people.ts'
import { daysPass, hearAll, type Subscriber, subscribed } from '../../subscription/test-subscribers.ts'
import type { World } from '../../testing/test-world.ts'
import { WHY } from '../test-desk-money.ts'

/** What a manager does with subscriptions at the desk, in a word each. */
export const withMonths = (world: World, { token }: Pick<TestClinician, 'token'>) => ({
  list: (filter: SubscriptionFilter) => world.tell(listDeskSubscriptions, { filter }, { token }),
  find: (query: string) => world.tell(findDeskSubscriptions, { query }, { token }),
  open: (id: string) => world.tell(getDeskSubscription, { id }, { token }),
  ask: (id: string, amount: number, reason = WHY) => world.tell(askMonthRefund, { id, amount, reason }, { token }),
  approve: (id: string) => world.tell(approveMonthRefund, { id }, { token }),
  end: (id: string, reason = WHY) => world.tell(endMonthRefundRequest, { id, reason }, { token }),
  retry: (id: string, reason = WHY) => world.tell(retryMonthRefund, { id, reason }, { token }),
  pause: (id: string, reason = WHY) => world.tell(pauseSubscription, { id, reason }, { token }),
  resume: (id: string, reason = WHY) => world.tell(resumeSubscription, { id, reason }, { token }),
  release: (id: string, reason = WHY) => world.tell(releaseSubscription, { id, reason }, { token }),
})

/** Somebody whose trial is over: their first month was charged. */
export async function paidMonth(world: World): Promise<Subscriber> {
  const who = await subscribed(world)
  await daysPass(who, 15)
  await hearAll(who)
  return who
}

/** What the provider's books say of a subscription's charges, the oldest first. */
export async function theirMonths({ world, id }: Subscriber): Promise<{ amount: number; refunded: number }[]> {
  const rows = await world.db<{ name: string }[]>`
    select provider_payment_id as name from subscription_payment where subscription_id = ${id} and amount > 0 order by paid_at`
  const found = await Promise.all(rows.map(({ name }) => world.services.providers.subscriptions?.findPayment(name)))
  return found.flatMap((payment) => (payment ? [{ amount: payment.amount, refunded: payment.refunded }] : []))
}

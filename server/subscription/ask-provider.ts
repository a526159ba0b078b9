import { failpoint } from '../kit/jobs/failpoint.ts'
import type { SubscriptionFact, SubscriptionPaymentFact, Subscriptions } from '../providers/subscription/port.ts'
import type { Services } from '../services.ts'
import { knowsPayment, nextAsking, paymentsKnown } from './fact-store.ts'
import { applyFact, type Heard } from './facts.ts'
import { type FactSource, findNoted, findSubscription, type StoredSubscription } from './subscription-store.ts'

type Known = StoredSubscription & { providerId: string }

/** Asks the provider how it stands, with its newest payment and one that was spoken of, and applies the answer. */
export async function askAbout(services: Services, known: Known, source: FactSource, notedPayment?: string) {
  const { subscriptions } = services.providers
  if (!subscriptions) return
  const look = await nextAsking(services.db)
  const fact = await subscriptions.find(known.providerId)
  if (!fact) return
  const payments = await paymentsOf(services, subscriptions, fact, notedPayment)
  await hear(services, known, { fact, payments, look }, source)
}

async function paymentsOf(
  { db }: Services,
  provider: Subscriptions,
  { providerId, lastPayment }: SubscriptionFact,
  noted: string | undefined,
): Promise<SubscriptionPaymentFact[]> {
  const isNew = lastPayment && !(await knowsPayment(db, provider.provider, lastPayment))
  const ids = new Set([isNew ? lastPayment.id : undefined, noted].filter((id) => id !== undefined))
  const found = await Promise.all([...ids].map((id) => provider.findPayment(id)))
  const known = new Set(await paymentsKnown(db, provider.provider, { providerId, ids: [...ids] }))
  // A notification names a payment; whose it is our books say, or the provider.
  return found
    .filter((payment) => payment !== undefined)
    .filter((payment) => known.has(payment.paymentId) || isOf(payment, providerId, lastPayment?.id))
}

const isOf = (payment: SubscriptionPaymentFact, providerId: string, lastId: string | undefined): boolean =>
  payment.providerId === undefined ? payment.paymentId === lastId : payment.providerId === providerId

export async function hear(
  { db, log }: Services,
  { id }: Pick<StoredSubscription, 'id'>,
  heard: Heard,
  source: FactSource,
): Promise<void> {
  const applied = await db.begin(async (tx) => {
    const result = await applyFact(tx, id, heard, source)
    failpoint('subscription.before-commit')
    return result
  })
  failpoint('subscription.committed')
  if (applied === 'quarantined') log.error('subscription quarantined', { subscriptionId: id })
}

/** Asks about one payment of ours, whatever the newest is: money of it may have gone back. */
export async function askAboutPayment(
  services: Services,
  { subscriptionId, providerPaymentId }: { subscriptionId: string; providerPaymentId: string },
): Promise<void> {
  const known = await findSubscription(services.db, subscriptionId)
  if (!known?.providerId || known.isQuarantined) return
  await askAbout(services, { ...known, providerId: known.providerId }, 'job', providerPaymentId)
}

/** A notification that no order knows: of a subscription, or of a payment that one made. */
export async function hearOfSubscription(
  services: Services,
  { provider, hint, notedId }: { provider: string; hint: string | null; notedId: string },
): Promise<void> {
  const known = await findNoted(services.db, provider, { hint, providerId: notedId })
  if (!known?.providerId || known.isQuarantined) return
  const { providerId } = known
  await askAbout(services, { ...known, providerId }, 'webhook', notedId === providerId ? undefined : notedId)
}

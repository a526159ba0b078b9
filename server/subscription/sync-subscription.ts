import { failpoint } from '../kit/jobs/failpoint.ts'
import type { SubscriptionPaymentUpdate, Subscriptions, SubscriptionUpdate } from '../providers/subscription/port.ts'
import type { Services } from '../services.ts'
import { applySubscriptionUpdate, type ReceivedUpdate } from './apply-subscription-update.ts'
import {
  type EventSource,
  findSubscription,
  findWebhookSubscription,
  type StoredSubscription,
} from './subscription-store.ts'
import { findKnownPayments, isKnownPayment, nextFetchNumber } from './subscription-update-store.ts'

type Known = StoredSubscription & { providerId: string }

/**
 * Asks the provider for the subscription, its newest payment and the one that a webhook named, and applies the
 * answer.
 */
export async function syncSubscription(services: Services, known: Known, source: EventSource, notedPayment?: string) {
  const { subscriptions } = services.providers
  if (!subscriptions) return
  const fetchNumber = await nextFetchNumber(services.db)
  const update = await subscriptions.find(known.providerId)
  if (!update) return
  const payments = await paymentsOf(services, subscriptions, update, notedPayment)
  await applyUpdate(services, known, { update, payments, fetchNumber }, source)
}

async function paymentsOf(
  { db }: Services,
  provider: Subscriptions,
  { providerId, lastPayment }: SubscriptionUpdate,
  noted: string | undefined,
): Promise<SubscriptionPaymentUpdate[]> {
  const isNew = lastPayment && !(await isKnownPayment(db, provider.provider, lastPayment))
  const ids = new Set([isNew ? lastPayment.id : undefined, noted].filter((id) => id !== undefined))
  const found = await Promise.all([...ids].map((id) => provider.findPayment(id)))
  const known = new Set(await findKnownPayments(db, provider.provider, { providerId, ids: [...ids] }))
  // A webhook only names a payment: it counts if our books or the provider assign it to this subscription.
  return found
    .filter((payment) => payment !== undefined)
    .filter((payment) => known.has(payment.paymentId) || isOf(payment, providerId, lastPayment?.id))
}

const isOf = (payment: SubscriptionPaymentUpdate, providerId: string, lastId: string | undefined): boolean =>
  payment.providerId === undefined ? payment.paymentId === lastId : payment.providerId === providerId

export async function applyUpdate(
  { db, log }: Services,
  { id }: Pick<StoredSubscription, 'id'>,
  received: ReceivedUpdate,
  source: EventSource,
): Promise<void> {
  const applied = await db.begin(async (tx) => {
    const result = await applySubscriptionUpdate(tx, id, received, source)
    failpoint('subscription.before-commit')
    return result
  })
  failpoint('subscription.committed')
  if (applied === 'held') log.error('a subscription was put on hold', { subscriptionId: id })
}

/** Asks about one stored payment, which need not be the newest: it may have been refunded. */
export async function syncSubscriptionPayment(
  services: Services,
  { subscriptionId, providerPaymentId }: { subscriptionId: string; providerPaymentId: string },
): Promise<void> {
  const known = await findSubscription(services.db, subscriptionId)
  if (!known?.providerId || known.isOnHold) return
  await syncSubscription(services, { ...known, providerId: known.providerId }, 'job', providerPaymentId)
}

/** Handles a webhook that belongs to no order: of a subscription, or of one of its payments. */
export async function handleSubscriptionWebhook(
  services: Services,
  { provider, hint, notedId }: { provider: string; hint: string | null; notedId: string },
): Promise<void> {
  const { db, providers } = services
  const first = await findWebhookSubscription(db, provider, { hint, providerId: notedId })
  const noted = first?.providerId === notedId ? undefined : await providers.subscriptions?.findNoted?.(notedId)
  const known = noted ? await findWebhookSubscription(db, provider, { hint: null, ...noted }) : first
  if (!known?.providerId || known.isOnHold) return
  const { providerId } = known
  const paymentId = noted ? noted.paymentId : notedId === providerId ? undefined : notedId
  await syncSubscription(services, { ...known, providerId }, 'webhook', paymentId)
}

import {
  compareBooks,
  type Difference,
  findLastingDifferences,
} from '@cuida/core/checkout/reconciliation/reconciliation.ts'
import { RECONCILE_DAYS, RECONCILIATION_DELAY_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { failpoint } from '../kit/jobs/failpoint.ts'
import { enqueue, type JobHandlers, type Jobs } from '../kit/jobs/jobs.ts'
import type { Services } from '../services.ts'
import { handleSubscriptionWebhook } from '../subscription/sync-subscription.ts'
import { expireSaveCardRequests, findForgottenCards } from './card/card-store.ts'
import { forgetCard, savePaidCard } from './card/cards.ts'
import { findUndecidedDisputes } from './dispute/dispute-store.ts'
import { findAttempt, findWebhookPayment } from './payment/attempt-store.ts'
import { cancelPixCode, chargeOrder, fetchPaymentUpdate } from './payment/charge-order.ts'
import { findForgottenOrders, findForgottenRefunds, findForgottenWebhooks } from './payment/forgotten-store.ts'
import { markApplied } from './payment/webhook/webhook-store.ts'
import { findOurPayments, insertTask } from './reconciliation/reconciliation-store.ts'
import { refundSubscriptionCharge, syncSubscriptionCharge } from './refund/charge-refund.ts'
import { refundAttempt, syncPayment } from './refund/order-refund.ts'
import { enqueueRefund } from './refund/refund-store.ts'

type CheckoutJobs = Pick<
  JobHandlers,
  | 'processOrder'
  | 'cancelPixCode'
  | 'syncPayment'
  | 'refundAttempt'
  | 'refundSubscriptionCharge'
  | 'syncSubscriptionCharge'
  | 'applyWebhook'
  | 'reconcile'
  | 'keepCard'
  | 'forgetCard'
>

/**
 * Every job may run at any time and any number of times. When a provider is unavailable, the job throws and the queue
 * retries it.
 */
export function checkoutJobs(services: Services): CheckoutJobs {
  return {
    processOrder: ({ orderId }) => chargeOrder(services, orderId),
    cancelPixCode: ({ attemptId }) => cancelPixCode(services, attemptId),
    syncPayment: ({ attemptId }) => syncPayment(services, attemptId),
    refundAttempt: ({ attemptId }) => refundAttempt(services, attemptId),
    refundSubscriptionCharge: ({ chargeId }) => refundSubscriptionCharge(services, chargeId),
    syncSubscriptionCharge: ({ chargeId }) => syncSubscriptionCharge(services, chargeId),
    applyWebhook: (note) => applyWebhook(services, note),
    reconcile: ({ since }) => reconcile(services, since),
    keepCard: ({ attemptId }) => savePaidCard(services, attemptId),
    forgetCard: ({ cardId }) => forgetCard(services, cardId),
  }
}

/** The webhook only says which payment changed. Its content is not trusted: the job asks the provider. */
async function applyWebhook(services: Services, { provider, eventId }: Jobs['applyWebhook']): Promise<void> {
  const { db } = services
  const noted = await findWebhookPayment(db, provider, eventId)
  if (!noted) return
  const { paymentId, subscriptionId, disputeId, attempt } = noted
  if (disputeId) {
    await syncDispute(services, provider, disputeId)
  } else if (attempt) {
    const providerPaymentId = attempt.providerPaymentId ?? paymentId
    await fetchPaymentUpdate(services, { ...attempt, providerPaymentId }, 'webhook')
  } else {
    await handleSubscriptionWebhook(services, { provider, hint: subscriptionId, notedId: paymentId })
  }
  failpoint('webhook.looked-up')
  await markApplied(db, provider, eventId)
}

/**
 * Enqueues unfinished work again: a crashed worker keeps its jobs locked for hours, so nothing here relies on them.
 * The new job replaces a waiting one and ignores one that a crashed worker still locks.
 */
export async function processForgottenOrders({ db }: Services): Promise<void> {
  await db.begin(async (tx) => {
    await expireSaveCardRequests(tx)
    const { requests, removals } = await findForgottenCards(tx)
    for (const attemptId of requests) await enqueue(tx, 'keepCard', { attemptId }, { key: `keep:${attemptId}` })
    for (const cardId of removals) await enqueue(tx, 'forgetCard', { cardId }, { key: `card:${cardId}` })
    for (const orderId of await findForgottenOrders(tx))
      await enqueue(tx, 'processOrder', { orderId }, { key: `order:${orderId}` })
    for (const owed of await findForgottenRefunds(tx)) await enqueueRefund(tx, owed)
    for (const webhook of await findForgottenWebhooks(tx))
      await enqueue(tx, 'applyWebhook', webhook, { key: `webhook:${webhook.provider}:${webhook.eventId}` })
  })
}

/**
 * Compares the provider's payments of the last days with ours, or those since a restored backup, and creates a desk task for each lasting difference
 * (product 6.11). Safe to repeat. Throws `ProviderDown` when the provider cannot be asked: the queue retries.
 */
async function reconcile(services: Services, since?: string): Promise<void> {
  const { db, log, providers } = services
  const { provider } = providers.payments.browser
  // A dispute lasts for months, and its payment is older than the days that are compared below.
  for (const attemptId of await findUndecidedDisputes(db, provider)) await syncAttempt(services, attemptId)
  const first = await differences(services, since)
  if (first.length === 0) return
  for (const { kind, attemptId } of first)
    if (kind === 'DISPUTE_DIFFERS' && attemptId) await syncAttempt(services, attemptId)
  let found = 0
  for (const difference of findLastingDifferences(first, await differences(services, since)))
    if (await insertTask(db, provider, difference)) found++
  if (found > 0) log.error('reconciliation found new differences with the provider', { provider, count: found })
}

async function differences({ db, now, providers: { payments } }: Services, from?: string): Promise<Difference[]> {
  const usual = new Date(now().getTime() - RECONCILE_DAYS * 86_400_000)
  const since = from && new Date(from) < usual ? new Date(from) : usual
  const until = new Date(now().getTime() - RECONCILIATION_DELAY_MINUTES * 60_000)
  // The provider creates its payment after our attempt, so payments at the edge of its list are also looked up by
  // their names.
  const providerPayments = await payments.list(since)
  const ourPayments = await findOurPayments(db, payments.browser.provider, since, providerPayments)
  return compareBooks(ourPayments, providerPayments, until)
}

/** The webhook only names the dispute: the provider is asked about its payment and state. */
async function syncDispute(services: Services, provider: string, disputeId: string): Promise<void> {
  const { payments } = services.providers
  if (payments.browser.provider !== provider) return
  for (const { attemptId, providerPaymentId } of (await payments.disputed?.(disputeId)) ?? [])
    await syncAttempt(services, attemptId, providerPaymentId)
}

/** Fetches one payment with its disputes. A reference from outside may be any text, hence the check of its format. */
async function syncAttempt(services: Services, attemptId: string, paymentId?: string): Promise<void> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(attemptId)) return
  const attempt = await findAttempt(services.db, attemptId)
  const providerPaymentId = attempt?.providerPaymentId ?? paymentId
  if (attempt && providerPaymentId) await fetchPaymentUpdate(services, { ...attempt, providerPaymentId }, 'webhook')
}

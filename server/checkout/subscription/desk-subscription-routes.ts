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
} from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import { canPause, canResume } from '@cuida/core/subscription/pending-change.ts'
import type { FastifyInstance } from 'fastify'
import { SEARCHES_OF_STAFF } from '../../access/rate-limits.ts'
import { audit, auditRead } from '../../kit/audit.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { consumeRateLimit } from '../../kit/limit/rate-limit.ts'
import { enqueuePlanNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import { enqueueSubscriptionProcessing } from '../../subscription/jobs.ts'
import { savePendingChange } from '../../subscription/subscription-store.ts'
import { releaseHold } from '../../subscription/subscription-update-store.ts'
import { runSubscriptionAction } from '../desk-money.ts'
import { parseOrderSearch } from '../order/desk-order-search.ts'
import { findSubscriptionOfCharge } from '../payment/charge-store.ts'
import {
  closeRefundRequest,
  recordRefundApproval,
  recordRefundRequest,
  recordRefundRetry,
} from '../refund/refund-actions.ts'
import { findPurchaseOfRefund, findPurchaseOfRequest } from '../refund/refund-request-store.ts'
import { findPaymentBalance } from '../refund/refund-store.ts'
import { findDeskSubscription } from './desk-subscription-detail-store.ts'
import { findSubscriptions, searchSubscriptions } from './desk-subscription-store.ts'

/**
 * Delay of the patient's notification after a release. The provider is asked again at once, and its answer may put the
 * subscription on hold again: then the notification is not relevant any more and is dropped.
 */
const SETTLED_SECONDS = 60

/**
 * Subscriptions at the desk, with pause and resume. Searching for a person and opening a subscription are audited.
 */
export function deskSubscriptionRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services

  serve(app, services, listDeskSubscriptions, (query, { db }) => findSubscriptions(db, query))
  serve(app, services, findDeskSubscriptions, async ({ query }, { db, caller: { staffId } }) => {
    await consumeRateLimit(db, secrets, SEARCHES_OF_STAFF, staffId)
    const sought = parseOrderSearch(query, services.config.countryCodes)
    const found = await searchSubscriptions(db, sought)
    // The audit omits the search text: a phone number must not stay in a record that is kept for ever.
    const detail = { subscriptions: true, by: Object.keys(sought)[0], found: found.items.map(({ id }) => id) }
    await db.begin((tx) => audit(tx, secrets, { staffId, act: 'search', detail }))
    return found
  })
  serve(app, services, getDeskSubscription, async ({ id }, { db, caller: { staffId }, refuse }) => {
    const subscription = (await findDeskSubscription(db, id, staffId)) ?? refuse('SUBSCRIPTION_NOT_FOUND')
    await auditRead(db, secrets, { staffId, subject: { kind: 'subscription', id } })
    return subscription
  })

  serve(app, services, pauseSubscription, async ({ id, reason }, { caller: { staffId }, refuse }) => {
    const done = await runSubscriptionAction(services, { subscriptionId: id, staffId }, async (tx, subscription) => {
      if (subscription.isOnHold || !canPause(subscription)) refuse('CHANGED_MEANWHILE')
      await requestChange(tx, id, 'pause')
      return { act: 'pause-subscription', event: 'PAUSE_ASKED', reason, detail: {} }
    })
    return done ?? refuse('SUBSCRIPTION_NOT_FOUND')
  })

  serve(app, services, resumeSubscription, async ({ id, reason }, { caller: { staffId }, refuse }) => {
    const done = await runSubscriptionAction(services, { subscriptionId: id, staffId }, async (tx, subscription) => {
      if (subscription.isOnHold || !canResume(subscription)) refuse('CHANGED_MEANWHILE')
      await requestChange(tx, id, 'resume')
      return { act: 'resume-subscription', event: 'RESUME_ASKED', reason, detail: {} }
    })
    return done ?? refuse('SUBSCRIPTION_NOT_FOUND')
  })

  serve(app, services, releaseSubscription, async ({ id, reason }, { caller: { staffId }, refuse }) => {
    const done = await runSubscriptionAction(services, { subscriptionId: id, staffId }, async (tx, subscription) => {
      if (!(await releaseHold(tx, id))) refuse('CHANGED_MEANWHILE')
      await enqueueSubscriptionProcessing(tx, id)
      await enqueuePlanNotification(tx, subscription, 'plan-released', SETTLED_SECONDS)
      return { act: 'release-subscription', event: 'RELEASED', reason, detail: {} }
    })
    return done ?? refuse('SUBSCRIPTION_NOT_FOUND')
  })
}

/** Records the change with the action; the provider applies it later. */
async function requestChange(tx: Tx, id: string, pendingChange: 'pause' | 'resume'): Promise<void> {
  await savePendingChange(tx, id, pendingChange)
  await enqueueSubscriptionProcessing(tx, id)
}

/** Refund actions of managers for subscription charges, under the subscription's row lock. */
export function deskChargeRefundRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, requestChargeRefund, async ({ id, amount, reason }, { db, caller: { staffId }, refuse }) => {
    const subscriptionId = (await findSubscriptionOfCharge(db, id)) ?? refuse('PAYMENT_NOT_FOUND')
    const done = await runSubscriptionAction(services, { subscriptionId, staffId }, async (tx) => {
      const money = (await findPaymentBalance(tx, id)) ?? refuse('MORE_THAN_LEFT')
      return recordRefundRequest(tx, money, { amount, staffId, reason }, refuse)
    })
    return done ?? refuse('PAYMENT_NOT_FOUND')
  })

  serve(app, services, approveChargeRefund, async ({ id }, { db, caller: { staffId }, refuse }) => {
    const subscriptionId = (await subscriptionOfRequest(db, id)) ?? refuse('REFUND_REQUEST_NOT_FOUND')
    const done = await runSubscriptionAction(services, { subscriptionId, staffId }, (tx) =>
      recordRefundApproval(tx, { id, staffId }, refuse),
    )
    return done ?? refuse('REFUND_REQUEST_NOT_FOUND')
  })

  serve(app, services, endChargeRefundRequest, async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    const subscriptionId = (await subscriptionOfRequest(db, id)) ?? refuse('REFUND_REQUEST_NOT_FOUND')
    const done = await runSubscriptionAction(services, { subscriptionId, staffId }, (tx) =>
      closeRefundRequest(tx, { id, staffId, reason }, refuse),
    )
    return done ?? refuse('REFUND_REQUEST_NOT_FOUND')
  })

  serve(app, services, retryChargeRefund, async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    const { subscriptionId, paymentId } = (await findPurchaseOfRefund(db, id)) ?? refuse('REFUND_NOT_FOUND')
    if (!subscriptionId) return refuse('REFUND_NOT_FOUND')
    const done = await runSubscriptionAction(services, { subscriptionId, staffId }, (tx) => {
      const enqueueSync = () =>
        enqueue(tx, 'syncSubscriptionCharge', { chargeId: paymentId }, { key: `look:${paymentId}` })
      return recordRefundRetry(tx, { id, paymentId, staffId, reason }, { refuse, enqueueSync })
    })
    return done ?? refuse('REFUND_NOT_FOUND')
  })
}

const subscriptionOfRequest = async (sql: Sql, id: string) =>
  (await findPurchaseOfRequest(sql, id))?.subscriptionId ?? undefined

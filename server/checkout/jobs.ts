import { enqueue, type JobHandlers, type Jobs } from '../kit/jobs/jobs.ts'
import { killPoint } from '../kit/jobs/kill-point.ts'
import type { Services } from '../services.ts'
import { hearOfSubscription } from '../subscription/ask-provider.ts'
import { findForgottenCards, giveUpWishes } from './card/card-store.ts'
import { forgetCard, keepPaidCard } from './card/cards.ts'
import { hearOfDispute } from './dispute/hear.ts'
import { findNotedPayment } from './payment/attempt-store.ts'
import { cancelPixCode, chargeOrder, fetchPaymentUpdate } from './payment/charge-order.ts'
import { findForgottenOrders, findForgottenRefunds, findForgottenWebhooks } from './payment/sweep-store.ts'
import { markApplied } from './payment/webhook/webhook-store.ts'
import { reconcile } from './reconciliation/reconcile.ts'
import { askHowMonthStands, refundMonth } from './refund/month-refund.ts'
import { askHowPaymentStands, refundAttempt } from './refund/order-refund.ts'
import { enqueueRefund } from './refund/refund-store.ts'

type CheckoutJobs = Pick<
  JobHandlers,
  | 'processOrder'
  | 'cancelPixCode'
  | 'askHowPaymentStands'
  | 'refundAttempt'
  | 'refundMonth'
  | 'askHowMonthStands'
  | 'applyWebhook'
  | 'reconcile'
  | 'keepCard'
  | 'forgetCard'
>

/** Each may run at any time, any number of times. A provider that is away throws, and the queue tries again later. */
export function checkoutJobs(services: Services): CheckoutJobs {
  return {
    processOrder: ({ orderId }) => chargeOrder(services, orderId),
    cancelPixCode: ({ attemptId }) => cancelPixCode(services, attemptId),
    askHowPaymentStands: ({ attemptId }) => askHowPaymentStands(services, attemptId),
    refundAttempt: ({ attemptId }) => refundAttempt(services, attemptId),
    refundMonth: ({ monthId }) => refundMonth(services, monthId),
    askHowMonthStands: ({ monthId }) => askHowMonthStands(services, monthId),
    applyWebhook: (note) => applyWebhook(services, note),
    reconcile: () => reconcile(services),
    keepCard: ({ attemptId }) => keepPaidCard(services, attemptId),
    forgetCard: ({ cardId }) => forgetCard(services, cardId),
  }
}

/** A notification only says which payment changed; what it says of the change is not believed, but asked for. */
async function applyWebhook(services: Services, { provider, eventId }: Jobs['applyWebhook']): Promise<void> {
  const { db } = services
  const noted = await findNotedPayment(db, provider, eventId)
  if (!noted) return
  const { paymentId, subscriptionId, disputeId, attempt } = noted
  if (disputeId) {
    await hearOfDispute(services, provider, disputeId)
  } else if (attempt) {
    const providerPaymentId = attempt.providerPaymentId ?? paymentId
    await fetchPaymentUpdate(services, { ...attempt, providerPaymentId }, 'webhook')
  } else {
    await hearOfSubscription(services, { provider, hint: subscriptionId, notedId: paymentId })
  }
  killPoint('webhook.looked-up')
  await markApplied(db, provider, eventId)
}

/**
 * Takes up what was left lying: a worker that dies keeps its jobs locked for hours, so nothing here relies on them.
 * The new job replaces a waiting one and does not mind a dead one.
 */
export async function sweepOrders({ db }: Services): Promise<void> {
  await db.begin(async (tx) => {
    await giveUpWishes(tx)
    const { wishes, removals } = await findForgottenCards(tx)
    for (const attemptId of wishes) await enqueue(tx, 'keepCard', { attemptId }, { key: `keep:${attemptId}` })
    for (const cardId of removals) await enqueue(tx, 'forgetCard', { cardId }, { key: `card:${cardId}` })
    for (const orderId of await findForgottenOrders(tx))
      await enqueue(tx, 'processOrder', { orderId }, { key: `order:${orderId}` })
    for (const owed of await findForgottenRefunds(tx)) await enqueueRefund(tx, owed)
    for (const webhook of await findForgottenWebhooks(tx))
      await enqueue(tx, 'applyWebhook', webhook, { key: `webhook:${webhook.provider}:${webhook.eventId}` })
  })
}

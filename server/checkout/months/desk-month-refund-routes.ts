import {
  approveMonthRefund,
  askMonthRefund,
  endMonthRefundRequest,
  retryMonthRefund,
} from '@cuida/core/checkout/months/desk-subscription-api.ts'
import type { FastifyInstance } from 'fastify'
import type { Sql } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { onSubscription } from '../desk-money.ts'
import { findSubscriptionOfMonth } from '../payment/month-store.ts'
import { approve, askFor, end, retry } from '../refund/refund-deeds.ts'
import { findBoughtOfRefund, findBoughtOfRequest } from '../refund/refund-request-store.ts'
import { findMoneyOf } from '../refund/refund-store.ts'

/** What managers do with money of a subscription's month: the deeds of an order's, under the subscription's row. */
export function deskMonthRefundRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, askMonthRefund, async ({ id, amount, reason }, { db, caller: { staffId }, refuse }) => {
    const subscriptionId = (await findSubscriptionOfMonth(db, id)) ?? refuse('PAYMENT_NOT_FOUND')
    const done = await onSubscription(services, { subscriptionId, staffId }, async (tx) => {
      const money = (await findMoneyOf(tx, id)) ?? refuse('MORE_THAN_LEFT')
      return askFor(tx, money, { amount, staffId, reason }, refuse)
    })
    return done ?? refuse('PAYMENT_NOT_FOUND')
  })

  serve(app, services, approveMonthRefund, async ({ id }, { db, caller: { staffId }, refuse }) => {
    const subscriptionId = (await subscriptionOfRequest(db, id)) ?? refuse('REFUND_REQUEST_NOT_FOUND')
    const done = await onSubscription(services, { subscriptionId, staffId }, (tx) =>
      approve(tx, { id, staffId }, refuse),
    )
    return done ?? refuse('REFUND_REQUEST_NOT_FOUND')
  })

  serve(app, services, endMonthRefundRequest, async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    const subscriptionId = (await subscriptionOfRequest(db, id)) ?? refuse('REFUND_REQUEST_NOT_FOUND')
    const done = await onSubscription(services, { subscriptionId, staffId }, (tx) =>
      end(tx, { id, staffId, reason }, refuse),
    )
    return done ?? refuse('REFUND_REQUEST_NOT_FOUND')
  })

  serve(app, services, retryMonthRefund, async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    const { subscriptionId, paymentId } = (await findBoughtOfRefund(db, id)) ?? refuse('REFUND_NOT_FOUND')
    if (!subscriptionId) return refuse('REFUND_NOT_FOUND')
    const done = await onSubscription(services, { subscriptionId, staffId }, (tx) => {
      const look = () => enqueue(tx, 'askHowMonthStands', { monthId: paymentId }, { key: `look:${paymentId}` })
      return retry(tx, { id, paymentId, staffId, reason }, { refuse, look })
    })
    return done ?? refuse('REFUND_NOT_FOUND')
  })
}

const subscriptionOfRequest = async (sql: Sql, id: string) =>
  (await findBoughtOfRequest(sql, id))?.subscriptionId ?? undefined

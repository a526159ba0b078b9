import {
  approveRefund,
  endRefundRequest,
  releasePayment,
  requestRefund,
  retryRefund,
} from '@cuida/core/checkout/refund/desk-refund-api.ts'
import type { FastifyInstance } from 'fastify'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { type Handler, serve } from '../../kit/http/serve.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { type MoneyActionRecord, runOrderAction } from '../desk-money.ts'
import { releaseHold } from '../payment/attempt-store.ts'
import { resolveTaskOf } from '../reconciliation/reconciliation-store.ts'
import { closeRefundRequest, recordRefundApproval, recordRefundRequest, recordRefundRetry } from './refund-actions.ts'
import { findPurchaseOfRefund, findPurchaseOfRequest } from './refund-request-store.ts'
import { findOrderBalance } from './refund-store.ts'

/**
 * Refund actions of managers for orders. Each holds the order's row lock, so concurrent actions run one after the
 * other.
 */
export function deskRefundRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, requestRefund, async ({ id: orderId, amount, reason }, { caller: { staffId }, refuse }) => {
    const done = await runOrderAction(services, { orderId, staffId }, async (tx) => {
      const money = (await findOrderBalance(tx, orderId)) ?? refuse('MORE_THAN_LEFT')
      return recordRefundRequest(tx, money, { amount, staffId, reason }, refuse)
    })
    return done ?? refuse('ORDER_NOT_FOUND')
  })

  serve(app, services, approveRefund, async ({ id }, { db, caller: { staffId }, refuse }) => {
    const orderId = (await orderOfRequest(db, id)) ?? refuse('REFUND_REQUEST_NOT_FOUND')
    const done = await runOrderAction(services, { orderId, staffId }, (tx) =>
      recordRefundApproval(tx, { id, staffId }, refuse),
    )
    return done ?? refuse('REFUND_REQUEST_NOT_FOUND')
  })

  serve(app, services, endRefundRequest, async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    const orderId = (await orderOfRequest(db, id)) ?? refuse('REFUND_REQUEST_NOT_FOUND')
    const done = await runOrderAction(services, { orderId, staffId }, (tx) =>
      closeRefundRequest(tx, { id, staffId, reason }, refuse),
    )
    return done ?? refuse('REFUND_REQUEST_NOT_FOUND')
  })

  serve(app, services, retryRefund, retrying(services))
  serve(app, services, releasePayment, releasing(services))
}

const orderOfRequest = async (sql: Sql, id: string) => (await findPurchaseOfRequest(sql, id))?.orderId ?? undefined

function retrying(services: Services): Handler<typeof retryRefund> {
  return async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    const { orderId, paymentId } = (await findPurchaseOfRefund(db, id)) ?? refuse('REFUND_NOT_FOUND')
    if (!orderId) return refuse('REFUND_NOT_FOUND')
    const done = await runOrderAction(services, { orderId, staffId }, (tx) =>
      recordRefundRetry(
        tx,
        { id, paymentId, staffId, reason },
        { refuse, enqueueSync: () => enqueueAsking(tx, paymentId) },
      ),
    )
    return done ?? refuse('REFUND_NOT_FOUND')
  }
}

function releasing(services: Services): Handler<typeof releasePayment> {
  return async ({ id, reason }, { caller: { staffId }, refuse }) => {
    const done = await runOrderAction(services, { orderId: id, staffId }, async (tx): Promise<MoneyActionRecord> => {
      const attemptId = (await releaseHold(tx, id)) ?? refuse('CHANGED_MEANWHILE')
      await resolveTaskOf(tx, attemptId, { kind: 'MONEY_ON_HOLD', staffId, reason })
      await enqueueAsking(tx, attemptId)
      return { act: 'release-payment', event: 'RELEASED', reason, detail: { attempt: attemptId } }
    })
    return done ?? refuse('ORDER_NOT_FOUND')
  }
}

const enqueueAsking = (tx: Tx, attemptId: string): Promise<void> =>
  enqueue(tx, 'syncPayment', { attemptId }, { key: `look:${attemptId}` })

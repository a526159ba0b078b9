import {
  approveRefund,
  askRefund,
  endRefundRequest,
  releasePayment,
  retryRefund,
} from '@cuida/core/checkout/desk-refund-api.ts'
import { amountProblem, approvalProblem, endingOf } from '@cuida/core/checkout/refund-request.ts'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../kit/db.ts'
import { enqueue } from '../kit/jobs.ts'
import { type Handler, serve } from '../kit/serve.ts'
import type { Services } from '../services.ts'
import { liftQuarantine } from './attempt-store.ts'
import { type MoneyDeed, onOrder } from './desk-money.ts'
import { resolveTaskOf } from './reconciliation-store.ts'
import {
  findOrderOfRefund,
  findOrderOfRequest,
  insertRequest,
  lockRequest,
  saveApproval,
  saveEnding,
} from './refund-request-store.ts'
import { findMoney, promisePart, reviveRefund } from './refund-store.ts'

/** What managers do with money. Each deed holds the order's row: of two who act at once one is first. */
export function deskRefundRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, askRefund, asking(services))
  serve(app, services, approveRefund, approving(services))
  serve(app, services, endRefundRequest, ending(services))
  serve(app, services, retryRefund, retrying(services))
  serve(app, services, releasePayment, releasing(services))
}

function asking(services: Services): Handler<typeof askRefund> {
  return async ({ id, amount, reason }, { caller: { staffId }, refuse }) => {
    const done = await onOrder(services, { orderId: id, staffId }, async (tx) => {
      const money = (await findMoney(tx, id)) ?? refuse('MORE_THAN_LEFT')
      const problem = amountProblem(amount, money)
      if (problem) refuse(problem)
      if (!(await insertRequest(tx, { attemptId: money.attemptId, amount, reason, staffId }))) refuse('REQUEST_OPEN')
      return { act: 'ask-refund', event: 'REFUND_ASKED', reason, detail: { amount } }
    })
    return done ?? refuse('ORDER_NOT_FOUND')
  }
}

function approving(services: Services): Handler<typeof approveRefund> {
  return async ({ id }, { db, caller: { staffId }, refuse }) => {
    const orderId = (await findOrderOfRequest(db, id)) ?? refuse('REFUND_REQUEST_NOT_FOUND')
    const done = await onOrder(services, { orderId, staffId }, async (tx): Promise<MoneyDeed> => {
      const request = (await lockRequest(tx, id)) ?? refuse('REFUND_REQUEST_NOT_FOUND')
      const money = (await findMoney(tx, orderId)) ?? refuse('MORE_THAN_LEFT')
      const problem = approvalProblem(request, staffId, money)
      if (problem) refuse(problem)
      const { attemptId, amount, reason } = request
      const refundId = await promisePart(tx, { attemptId, amount, reason: 'DESK' })
      await saveApproval(tx, id, { staffId, refundId })
      // Whoever approves stands by the reason that was given.
      return {
        act: 'approve-refund',
        event: 'REFUND_APPROVED',
        reason,
        detail: { amount, request: id, refund: refundId },
      }
    })
    return done ?? refuse('REFUND_REQUEST_NOT_FOUND')
  }
}

function ending(services: Services): Handler<typeof endRefundRequest> {
  return async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    const orderId = (await findOrderOfRequest(db, id)) ?? refuse('REFUND_REQUEST_NOT_FOUND')
    const done = await onOrder(services, { orderId, staffId }, async (tx): Promise<MoneyDeed> => {
      const request = (await lockRequest(tx, id)) ?? refuse('REFUND_REQUEST_NOT_FOUND')
      if (request.state !== 'open') refuse('CHANGED_MEANWHILE')
      const state = endingOf(request, staffId)
      await saveEnding(tx, id, { state, staffId, answer: reason })
      const detail = { amount: request.amount, request: id }
      return state === 'withdrawn'
        ? { act: 'withdraw-refund', event: 'REFUND_WITHDRAWN', reason, detail }
        : { act: 'decline-refund', event: 'REFUND_DECLINED', reason, detail }
    })
    return done ?? refuse('REFUND_REQUEST_NOT_FOUND')
  }
}

function retrying(services: Services): Handler<typeof retryRefund> {
  return async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    const orderId = (await findOrderOfRefund(db, id)) ?? refuse('REFUND_NOT_FOUND')
    const done = await onOrder(services, { orderId, staffId }, async (tx): Promise<MoneyDeed> => {
      const money = (await findMoney(tx, orderId)) ?? refuse('REFUND_NOT_FOUND')
      if (money.isSetAside) refuse('PAYMENT_SET_ASIDE')
      if (!(await reviveRefund(tx, id))) refuse('CHANGED_MEANWHILE')
      await resolveTaskOf(tx, money.attemptId, { kind: 'REFUND_REFUSED', staffId, reason })
      // The provider may know of more than we do: somebody may have helped the patient at their desk.
      await enqueueLook(tx, money.attemptId)
      return { act: 'retry-refund', event: 'REFUND_RETRIED', reason, detail: { refund: id } }
    })
    return done ?? refuse('REFUND_NOT_FOUND')
  }
}

function releasing(services: Services): Handler<typeof releasePayment> {
  return async ({ id, reason }, { caller: { staffId }, refuse }) => {
    const done = await onOrder(services, { orderId: id, staffId }, async (tx): Promise<MoneyDeed> => {
      const attemptId = (await liftQuarantine(tx, id)) ?? refuse('CHANGED_MEANWHILE')
      await resolveTaskOf(tx, attemptId, { kind: 'MONEY_SET_ASIDE', staffId, reason })
      await enqueueLook(tx, attemptId)
      return { act: 'release-payment', event: 'RELEASED', reason, detail: { attempt: attemptId } }
    })
    return done ?? refuse('ORDER_NOT_FOUND')
  }
}

const enqueueLook = (tx: Tx, attemptId: string): Promise<void> =>
  enqueue(tx, 'lookAtPayment', { attemptId }, { key: `look:${attemptId}` })

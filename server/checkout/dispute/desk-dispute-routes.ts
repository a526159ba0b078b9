import {
  answerDispute,
  decideDispute,
  getDispute,
  listDisputes,
  recordDispute,
} from '@cuida/core/checkout/desk-dispute-api.ts'
import { type DisputeFact, decisionProblem } from '@cuida/core/checkout/dispute.ts'
import type { FastifyInstance } from 'fastify'
import { auditLook } from '../../kit/audit.ts'
import type { Tx } from '../../kit/db.ts'
import { type Handler, serve } from '../../kit/serve.ts'
import type { Services } from '../../services.ts'
import { type MoneyDeed, onOrder } from '../desk/desk-money.ts'
import { lockOrder } from '../order/order-store.ts'
import { applyDispute } from './apply.ts'
import {
  findDisputable,
  findDisputes,
  findShownDispute,
  locateDispute,
  markAnswered,
  markRecorded,
} from './desk-dispute-store.ts'
import { findDispute } from './dispute-store.ts'

/** What managers do about disputes. Who reads the evidence is recorded like who opens an order. */
export function deskDisputeRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  serve(app, services, listDisputes, async ({ state, ...query }, { db }) => {
    const [page, pageSize] = [Number(query.page), Number(query.pageSize)]
    return { ...(await findDisputes(db, { state, page, pageSize })), page }
  })
  serve(app, services, getDispute, async ({ id }, { db, caller: { staffId }, refuse }) => {
    const dispute = (await findShownDispute(db, id)) ?? refuse('DISPUTE_NOT_FOUND')
    await auditLook(db, secrets, { staffId, subject: { kind: 'dispute', id } })
    return dispute
  })
  serve(app, services, recordDispute, recording(services))
  serve(app, services, answerDispute, answering(services))
  serve(app, services, decideDispute, deciding(services))
}

function recording(services: Services): Handler<typeof recordDispute> {
  return async ({ id: orderId, reason, ...letter }, { db, now, caller: { staffId }, refuse }) => {
    let disputeId = ''
    const deadline = new Date(letter.deadline)
    const done = await onOrder(services, { orderId, staffId }, async (tx): Promise<MoneyDeed> => {
      const { attemptId, captured, isTold } = (await findDisputable(tx, orderId)) ?? refuse('MORE_THAN_PAID')
      if (isTold) refuse('PROVIDER_TELLS')
      if (letter.amount > captured) refuse('MORE_THAN_PAID')
      if (deadline <= now()) refuse('DEADLINE_PASSED')
      if (await findDispute(tx, attemptId, 'chargeback')) refuse('DISPUTE_KNOWN')
      const { amount, reference = null } = letter
      await tell(tx, orderId, attemptId, { kind: 'chargeback', state: 'open', amount, deadline, reference })
      disputeId = await markRecorded(tx, attemptId, staffId)
      return { act: 'record-dispute', event: 'DISPUTE_OPENED', reason, detail: { dispute: disputeId, amount } }
    })
    if (!done) refuse('ORDER_NOT_FOUND')
    return (await findShownDispute(db, disputeId)) ?? refuse('ORDER_NOT_FOUND')
  }
}

function answering(services: Services): Handler<typeof answerDispute> {
  return async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    const { orderId } = (await locateDispute(db, id)) ?? refuse('DISPUTE_NOT_FOUND')
    await onOrder(services, { orderId, staffId }, async (tx): Promise<MoneyDeed> => {
      const dispute = (await locateDispute(tx, id)) ?? refuse('DISPUTE_NOT_FOUND')
      if (dispute.state !== 'open') refuse('CHANGED_MEANWHILE')
      await tell(tx, orderId, dispute.attemptId, { ...factOf(dispute), state: 'answered' })
      await markAnswered(tx, id, staffId)
      return { act: 'answer-dispute', event: 'DISPUTE_ANSWERED', reason, detail: { dispute: id } }
    })
    return (await findShownDispute(db, id)) ?? refuse('DISPUTE_NOT_FOUND')
  }
}

function deciding(services: Services): Handler<typeof decideDispute> {
  return async ({ id, outcome, reason }, { db, caller: { staffId }, refuse }) => {
    const { orderId } = (await locateDispute(db, id)) ?? refuse('DISPUTE_NOT_FOUND')
    await onOrder(services, { orderId, staffId }, async (tx): Promise<MoneyDeed> => {
      const dispute = (await locateDispute(tx, id)) ?? refuse('DISPUTE_NOT_FOUND')
      const problem = decisionProblem(dispute)
      if (problem) refuse(problem)
      await tell(tx, orderId, dispute.attemptId, { ...factOf(dispute), state: outcome })
      const event = outcome === 'won' ? 'DISPUTE_WON' : 'DISPUTE_LOST'
      return { act: 'decide-dispute', event, reason, detail: { dispute: id, outcome } }
    })
    return (await findShownDispute(db, id)) ?? refuse('DISPUTE_NOT_FOUND')
  }
}

const factOf = ({ kind, state, amount, deadline, reference }: DisputeFact): DisputeFact => ({
  ...{ kind, state, amount, deadline, reference },
})

/** Through the same door as what a provider says. The order is locked already. */
async function tell(tx: Tx, orderId: string, attemptId: string, fact: DisputeFact): Promise<void> {
  await applyDispute(tx, await lockOrder(tx, orderId), { attemptId, fact, source: 'staff' })
}

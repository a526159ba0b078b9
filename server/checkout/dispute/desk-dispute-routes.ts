import {
  answerDispute,
  getDispute,
  listDisputes,
  recordChargeDispute,
  recordDispute,
  recordDisputeOutcome,
} from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import { type DisputeSnapshot, decisionProblem } from '@cuida/core/checkout/dispute/dispute.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import type { FastifyInstance } from 'fastify'
import { auditRead } from '../../kit/audit.ts'
import type { Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { type MoneyActionRecord, runOrderAction, runPurchaseAction, runSubscriptionAction } from '../desk-money.ts'
import { lockOrder } from '../order/order-store.ts'
import { findSubscriptionOfCharge } from '../payment/charge-store.ts'
import type { PaymentRef } from '../refund/refund-store.ts'
import { applyDispute, saveDisputeUpdate } from './apply-disputes.ts'
import {
  type Disputable,
  findDisputable,
  findDisputableCharge,
  findDisputes,
  findShownDispute,
  type LockedDispute,
  locateDispute,
  markAnswered,
  markRecorded,
} from './desk-dispute-store.ts'
import { findDispute } from './dispute-store.ts'

/** Disputes at the desk. Opening a dispute with its evidence is audited, as opening an order is. */
export function deskDisputeRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  serve(app, services, listDisputes, (query, { db }) => findDisputes(db, query))
  serve(app, services, getDispute, async ({ id }, { db, caller: { staffId }, refuse }) => {
    const dispute = (await findShownDispute(db, id)) ?? refuse('DISPUTE_NOT_FOUND')
    await auditRead(db, secrets, { staffId, subject: { kind: 'dispute', id } })
    return dispute
  })
  serve(
    app,
    services,
    recordDispute,
    async ({ id: orderId, ...reported }, { db, now, caller: { staffId }, refuse }) => {
      let id = ''
      const done = await runOrderAction(services, { orderId, staffId }, async (tx) => {
        const paid = (await findDisputable(tx, orderId)) ?? refuse('MORE_THAN_PAID')
        const problem = await reportProblem(tx, paid, reported, now())
        if (problem) refuse(problem)
        ;({ id } = await record(tx, { orderId, subscriptionId: null, ...paid }, reported, staffId))
        return recorded(id, reported)
      })
      if (!done) refuse('ORDER_NOT_FOUND')
      return (await findShownDispute(db, id)) ?? refuse('ORDER_NOT_FOUND')
    },
  )
  serve(app, services, recordChargeDispute, async ({ id: chargeId, ...reported }, context) => {
    const { db, now, refuse, caller } = context
    const { staffId } = caller
    const subscriptionId = (await findSubscriptionOfCharge(db, chargeId)) ?? refuse('PAYMENT_NOT_FOUND')
    let id = ''
    await runSubscriptionAction(services, { subscriptionId, staffId }, async (tx) => {
      const paid = (await findDisputableCharge(tx, chargeId)) ?? refuse('MORE_THAN_PAID')
      const problem = await reportProblem(tx, paid, reported, now())
      if (problem) refuse(problem)
      ;({ id } = await record(tx, { orderId: null, subscriptionId, ...paid }, reported, staffId))
      return recorded(id, reported)
    })
    return (await findShownDispute(db, id)) ?? refuse('PAYMENT_NOT_FOUND')
  })
  serve(app, services, answerDispute, async ({ id, reason }, { db, caller: { staffId }, refuse }) => {
    const known = (await locateDispute(db, id)) ?? refuse('DISPUTE_NOT_FOUND')
    await runPurchaseAction(services, { ...known, staffId }, async (tx): Promise<MoneyActionRecord> => {
      const dispute = (await locateDispute(tx, id)) ?? refuse('DISPUTE_NOT_FOUND')
      if (dispute.state !== 'open') refuse('CHANGED_MEANWHILE')
      await applyRecordedDispute(tx, dispute, { ...snapshotOf(dispute), state: 'answered' })
      await markAnswered(tx, id, staffId)
      return { act: 'answer-dispute', event: 'DISPUTE_ANSWERED', reason, detail: { dispute: id } }
    })
    return (await findShownDispute(db, id)) ?? refuse('DISPUTE_NOT_FOUND')
  })
  serve(app, services, recordDisputeOutcome, async ({ id, outcome, reason }, { db, caller: { staffId }, refuse }) => {
    const known = (await locateDispute(db, id)) ?? refuse('DISPUTE_NOT_FOUND')
    await runPurchaseAction(services, { ...known, staffId }, async (tx): Promise<MoneyActionRecord> => {
      const dispute = (await locateDispute(tx, id)) ?? refuse('DISPUTE_NOT_FOUND')
      const problem = decisionProblem(dispute)
      if (problem) refuse(problem)
      await applyRecordedDispute(tx, dispute, { ...snapshotOf(dispute), state: outcome })
      const event = outcome === 'won' ? 'DISPUTE_WON' : 'DISPUTE_LOST'
      return { act: 'decide-dispute', event, reason, detail: { dispute: id, outcome } }
    })
    return (await findShownDispute(db, id)) ?? refuse('DISPUTE_NOT_FOUND')
  })
}

type ReportedDispute = Omit<Input<typeof recordDispute>, 'id'>
type Disputed = PaymentRef & Pick<LockedDispute, 'orderId' | 'subscriptionId'>

/** Why the reported dispute does not fit this payment; undefined when it does. */
async function reportProblem(tx: Tx, paid: Disputable, { amount, deadline }: ReportedDispute, now: Date) {
  if (paid.isTold) return 'PROVIDER_TELLS' as const
  if (amount > paid.captured) return 'MORE_THAN_PAID' as const
  if (new Date(deadline) <= now) return 'DEADLINE_PASSED' as const
  const known = await findDispute(tx, paid.attemptId ?? paid.chargeId ?? '', 'chargeback')
  return known && ('DISPUTE_KNOWN' as const)
}

async function record(tx: Tx, disputed: Disputed, reported: ReportedDispute, staffId: string): Promise<{ id: string }> {
  const { amount, reference = null } = reported
  const deadline = new Date(reported.deadline)
  await applyRecordedDispute(tx, disputed, { kind: 'chargeback', state: 'open', amount, deadline, reference })
  return { id: await markRecorded(tx, disputed, staffId) }
}

const recorded = (dispute: string, { amount, reason }: ReportedDispute): MoneyActionRecord => ({
  act: 'record-dispute',
  event: 'DISPUTE_OPENED',
  reason,
  detail: { dispute, amount },
})

const snapshotOf = ({ kind, state, amount, deadline, reference }: DisputeSnapshot): DisputeSnapshot => ({
  kind,
  state,
  amount,
  deadline,
  reference,
})

/** Applies a manager's entry like a provider's update. The caller holds the lock of the order or subscription. */
async function applyRecordedDispute(
  tx: Tx,
  { orderId, attemptId, chargeId }: Disputed,
  snapshot: DisputeSnapshot,
): Promise<void> {
  if (orderId && attemptId)
    await applyDispute(tx, await lockOrder(tx, orderId), { attemptId, snapshot, source: 'staff' })
  else await saveDisputeUpdate(tx, { attemptId, chargeId }, snapshot)
}

import type { DeskOrder, RefundRequest } from '@cuida/core/checkout/order/desk-order-api.ts'
import type { Row } from 'postgres'
import { decryptRows } from '../../kit/crypto/encrypted-text.ts'
import type { Sql } from '../../kit/db/db.ts'
import { disputesOfOrder, isRecordable } from '../dispute/dispute-store.ts'
import { refundableAmount } from '../refund/refund-store.ts'
import { findOrderRow, lineOf } from './desk-order-store.ts'

/** One order with its payment, refunds and history, as this manager may see it. */
export async function findDeskOrder(sql: Sql, id: string, staffId: string): Promise<DeskOrder | undefined> {
  const row = await findOrderRow(sql, id)
  if (!row) return undefined
  const [attempts, requests, refunds, timeline, disputes] = await Promise.all([
    sql`select a.*, ${refundableAmount(sql)} as left from payment_attempt a where a.order_id = ${id} order by a.created_at`,
    findRequestRows(sql, sql`q.attempt_id in (select id from payment_attempt where order_id = ${id})`),
    sql`select r.* from refund r join payment_attempt a on a.id = r.attempt_id
      where a.order_id = ${id} order by r.created_at, r.id`,
    sql`select e.*, s.name as by from order_event e left join staff s on s.id = e.staff_id
      where e.order_id = ${id} order by e.id`,
    disputesOfOrder(sql, id),
  ])
  return {
    ...lineOf(row),
    payer: row.payer_name === null ? null : { accountId: row.account_id, name: row.payer_name },
    paymentMethod: row.payment_method,
    maskedCardNumber: row.masked_card_number,
    installments: row.installments,
    payerTotal: row.payer_total ?? row.amount,
    cancelledBy: row.cancelled_by,
    left: attempts.reduce((sum, { left }) => sum + left, 0),
    attempts: attempts.map(attemptOf),
    requests: requests.map((request) => requestOf(request, staffId)),
    refunds: refunds.map(refundOf),
    disputes,
    mayRecordDispute: attempts.some(isRecordable),
    hold: row.hold_state && {
      state: row.hold_state,
      clinicianName: row.clinician_name,
      startsAt: row.hold_starts_at.toISOString(),
    },
    consultation: row.consultation_id && {
      id: row.consultation_id,
      status: row.consultation_status,
      closedFor: row.closed_for,
      failedFor: row.failed_for,
      startsAt: row.consultation_starts_at?.toISOString() ?? null,
    },
    timeline: timeline.map(({ at, source, status, detail, by }) => ({
      at: at.toISOString(),
      source,
      status,
      detail,
      by,
    })),
  }
}

const attemptOf = (row: Row): DeskOrder['attempts'][number] => ({
  id: row.id,
  provider: row.provider,
  providerPaymentId: row.provider_payment_id,
  state: row.state,
  method: row.method,
  amount: row.amount,
  captured: row.captured,
  refunded: row.refunded,
  failureReason: row.failure_reason,
  isOnHold: row.on_hold_at !== null,
  createdAt: row.created_at.toISOString(),
})

/** Refund requests, oldest first. `which` is a condition on the request `q`. */
export async function findRequestRows(sql: Sql, which: ReturnType<Sql>): Promise<Row[]> {
  const rows = await sql`
  select q.*, requester.name as requested_by_name, ender.name as ended_by_name,
    case when q.state = 'open' and q.expires_at <= clock_timestamp() then 'expired' else q.state end as state_now
  from refund_request q
  join staff requester on requester.id = q.requested_by
  left join staff ender on ender.id = q.ended_by
  where ${which} order by q.asked_at, q.id`
  return decryptRows<Row>(sql, rows, { reason: 'refund_request.reason', answer: 'refund_request.answer' })
}

export const requestOf = (row: Row, staffId: string): RefundRequest => ({
  id: row.id,
  amount: row.amount,
  reason: row.reason,
  state: row.state_now,
  askedBy: row.requested_by_name,
  isMine: row.requested_by === staffId,
  askedAt: row.asked_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  endedBy: row.ended_by_name,
  endedAt: row.ended_at?.toISOString() ?? null,
  answer: row.answer,
})

export const refundOf = ({ id, amount, reason, state, created_at, settled_at }: Row): DeskOrder['refunds'][number] => ({
  id,
  amount,
  reason,
  state,
  createdAt: created_at.toISOString(),
  settledAt: settled_at?.toISOString() ?? null,
})

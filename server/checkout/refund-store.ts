import type { RefundReason } from '@cuida/core/checkout/refund.ts'
import type { Sql, Tx } from '../kit/db.ts'
import { enqueue } from '../kit/jobs.ts'

/** A refund that this process may send now. */
export interface RefundLease {
  id: string
  amount: number
  /** What had gone back before it, whoever asks how often: with it, it is over when the total is that much more. */
  refundedBefore: number
}

// A provider's answer takes 8 s at most: after this a refund that nobody reports was interrupted.
const LEASE_SECONDS = 12

/**
 * Promises back whatever of an order's money is still ours, and the job that sends it, in the transaction of whatever
 * is the cause. Answers how much, in minor units; 0 when there is nothing. The order's row is locked.
 */
export async function promiseRefund(tx: Tx, orderId: string, reason: RefundReason): Promise<number> {
  const [attempt] = await tx<{ id: string; owed: number }[]>`
    select id, captured - greatest(refunded, promised) as owed from payment_attempt
    where order_id = ${orderId} and captured > greatest(refunded, promised)`
  if (!attempt) return 0
  const { id: attemptId, owed } = attempt
  await tx`update payment_attempt set promised = promised + ${owed} where id = ${attemptId}`
  await tx`insert into refund (attempt_id, amount, reason, state) values (${attemptId}, ${owed}, ${reason}, 'pending')`
  await enqueue(tx, 'refundAttempt', { attemptId }, { key: `refund:${attemptId}` })
  return owed
}

/** The right to send an attempt's refund; undefined when nothing waits, or somebody else sends it. The order is locked. */
export async function leaseRefund(tx: Tx, attemptId: string): Promise<RefundLease | undefined> {
  const [row] = await tx<RefundLease[]>`
    update refund r set refunded_before = coalesce(r.refunded_before, a.refunded), looked_at = clock_timestamp(),
      leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    from payment_attempt a
    where a.id = r.attempt_id and r.attempt_id = ${attemptId} and r.state = 'pending' and a.quarantined_at is null
      and coalesce(r.leased_until, '-infinity') <= clock_timestamp()
    returning r.id, r.amount, r.refunded_before as "refundedBefore"`
  return row
}

export async function endRefundLease(sql: Sql, id: string): Promise<void> {
  await sql`update refund set leased_until = null where id = ${id}`
}

/** So much has gone back of an attempt's money in all: what was sent before that is done, whoever brings the news. */
export async function settleRefunds(tx: Tx, attemptId: string, refunded: number): Promise<void> {
  await tx`
    update refund r set state = 'done', settled_at = clock_timestamp(), leased_until = null
    from payment_attempt a
    where a.id = r.attempt_id and a.id = ${attemptId} and r.state <> 'done'
      and (r.refunded_before + r.amount <= ${refunded} or a.captured <= ${refunded})`
}

export async function markRefused(tx: Tx, id: string): Promise<void> {
  await tx`
    update refund set state = 'refused', settled_at = clock_timestamp(), leased_until = null
    where id = ${id} and state = 'pending'`
}

/** Of an order `o`, for its patient: what goes back by itself, as JSON. */
export const shownRefund = (sql: Sql) => sql`(
  select json_build_object('amount', r.amount, 'state', r.state)
  from refund r join payment_attempt of_refund on of_refund.id = r.attempt_id
  where of_refund.order_id = o.id order by r.created_at desc limit 1)`

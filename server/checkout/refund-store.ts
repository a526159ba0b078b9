import type { RefundReason } from '@cuida/core/checkout/refund.ts'
import type { RefundableMoney } from '@cuida/core/checkout/refund-request.ts'
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

/** How the money of an order's payment stands; undefined when nothing was to be paid. The order's row is locked. */
export async function findMoney(
  sql: Sql,
  orderId: string,
): Promise<(RefundableMoney & { attemptId: string }) | undefined> {
  const [row] = await sql<(RefundableMoney & { attemptId: string })[]>`
    select a.id as "attemptId", ${leftOf(sql)} as left, a.quarantined_at is not null as "isSetAside"
    from payment_attempt a where a.order_id = ${orderId} order by a.created_at desc limit 1`
  return row
}

/** Of an attempt `a`, in minor units: what came and is neither back nor promised back. */
export const leftOf = (sql: Sql) => sql`greatest(0, a.captured - a.refunded - (
  select coalesce(sum(owed.amount), 0)::int from refund owed where owed.attempt_id = a.id and owed.state <> 'done'))`

/**
 * Promises back whatever of an order's money is still ours, and the job that sends it, in the transaction of whatever
 * is the cause. Answers how much, in minor units; 0 when there is nothing. The order's row is locked.
 */
export async function promiseRefund(tx: Tx, orderId: string, reason: RefundReason): Promise<number> {
  const money = await findMoney(tx, orderId)
  if (!money || money.left === 0) return 0
  await promisePart(tx, { attemptId: money.attemptId, amount: money.left, reason })
  return money.left
}

/** The same of a part, which must be there. Answers the refund's id. */
export async function promisePart(
  tx: Tx,
  { attemptId, amount, reason }: { attemptId: string; amount: number; reason: RefundReason },
): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into refund (attempt_id, amount, reason, state) values (${attemptId}, ${amount}, ${reason}, 'pending')
    returning id`
  if (!row) throw new Error('a refund was not inserted')
  await tx`update payment_attempt set promised = promised + ${amount} where id = ${attemptId}`
  await enqueue(tx, 'refundAttempt', { attemptId }, { key: `refund:${attemptId}` })
  return row.id
}

/**
 * The right to send an attempt's refunds, one after the other; undefined when none waits, or somebody else sends one.
 * The order is locked.
 */
export async function leaseRefund(tx: Tx, attemptId: string): Promise<RefundLease | undefined> {
  const [row] = await tx<RefundLease[]>`
    update refund r set refunded_before = coalesce(r.refunded_before, a.refunded), looked_at = clock_timestamp(),
      leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    from payment_attempt a
    where a.id = r.attempt_id and a.quarantined_at is null
      and coalesce(r.leased_until, '-infinity') <= clock_timestamp()
      and r.id = (select id from refund where attempt_id = ${attemptId} and state = 'pending'
        order by refunded_before is null, created_at, id limit 1)
    returning r.id, r.amount, r.refunded_before as "refundedBefore"`
  return row
}

export async function endRefundLease(sql: Sql, id: string): Promise<void> {
  await sql`update refund set leased_until = null where id = ${id}`
}

/**
 * So much has gone back of an attempt's money in all: what was sent before that is done, whoever brings the news, beyond
 * what went after it. What the provider would not give back is done too when it went all the same.
 */
export async function settleRefunds(tx: Tx, attemptId: string, refunded: number): Promise<void> {
  // One at a time: each counts in the sum of the next.
  for (let settled = 1; settled > 0; ) {
    const { count } = await tx`
      update refund set state = 'done', settled_at = clock_timestamp(), leased_until = null
      where id = (
        select r.id from refund r join payment_attempt a on a.id = r.attempt_id
        where a.id = ${attemptId} and r.state <> 'done' and (a.captured <= ${refunded}
          or r.refunded_before + r.amount + (
            select coalesce(sum(later.amount), 0) from refund later
            where later.attempt_id = a.id and later.state = 'done' and later.refunded_before >= r.refunded_before
          ) <= ${refunded})
        order by r.state = 'refused', r.created_at, r.id limit 1)`
    settled = count
  }
}

export async function markRefused(tx: Tx, id: string): Promise<void> {
  await tx`
    update refund set state = 'refused', settled_at = clock_timestamp(), leased_until = null
    where id = ${id} and state = 'pending'`
}

/** What the provider would not give back waits again, under the name that they know. False: it is not refused. */
export async function reviveRefund(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx`
    update refund set state = 'pending', settled_at = null, looked_at = clock_timestamp()
    where id = ${id} and state = 'refused'`
  return count === 1
}

/** The provider was asked just now: what still waits, and nobody sends, comes after all that has gone so far. */
export async function rebaseRefunds(sql: Sql, attemptId: string): Promise<void> {
  await sql`
    update refund r set refunded_before = a.refunded from payment_attempt a
    where a.id = r.attempt_id and a.id = ${attemptId} and r.state = 'pending' and r.leased_until is null`
}

/** Of an order `o`, for its patient: what goes back by itself, as JSON. */
export const shownRefund = (sql: Sql) => sql`(
  select json_build_object('amount', r.amount, 'state', r.state)
  from refund r join payment_attempt of_refund on of_refund.id = r.attempt_id
  where of_refund.order_id = o.id order by r.created_at desc limit 1)`

import type { RefundReason } from '@cuida/core/checkout/refund/refund.ts'
import type { RefundableMoney } from '@cuida/core/checkout/refund/refund-request.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'

export interface RefundLease {
  id: string
  amount: number
  /**
   * The refunded total before this refund, the same in every retry: the refund is done when the total has grown by
   * its amount.
   */
  refundedBefore: number
}

// A provider's answer takes 8 s at most: after this time an unreported refund was interrupted.
const LEASE_SECONDS = 12

export interface PaymentBalance extends RefundableMoney {
  paymentId: string
}

/** The money of an order's payment; undefined when the order was free. The caller holds the order's row lock. */
export async function findOrderBalance(sql: Sql, orderId: string): Promise<PaymentBalance | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from payment_attempt where order_id = ${orderId} order by created_at desc limit 1`
  return row && findPaymentBalance(sql, row.id)
}

/** The money of any payment. The caller holds the lock of its order or subscription. */
export async function findPaymentBalance(sql: Sql, paymentId: string): Promise<PaymentBalance | undefined> {
  const [row] = await sql<PaymentBalance[]>`
    select a.id as "paymentId", ${refundableAmount(sql)} as left, a.is_on_hold as "isOnHold",
      a.is_in_dispute as "isInDispute"
    from paid_money a where a.id = ${paymentId}`
  return row
}

/**
 * What can still be refunded of a payment `a`, in minor units: captured, minus refunded, minus owed, minus charged
 * back.
 */
export const refundableAmount = (sql: Sql) => sql`greatest(0, a.captured - a.refunded - a.charged_back - (
  select coalesce(sum(owed.amount), 0)::int from refund owed where owed.payment_id = a.id and owed.state <> 'done'))`

/**
 * Records an owed refund of everything left of an order's money and enqueues the job that sends it, in the
 * transaction of the cause. Returns the amount in minor units; 0 when nothing is left. The caller holds the order's
 * row lock.
 */
export async function createRefund(tx: Tx, orderId: string, reason: RefundReason): Promise<number> {
  const money = await findOrderBalance(tx, orderId)
  if (!money || money.left === 0) return 0
  await createPartialRefund(tx, { paymentId: money.paymentId, amount: money.left, reason })
  return money.left
}

/** Records an owed refund of `amount`, which must be left of the payment. Returns the refund's id. */
export async function createPartialRefund(
  tx: Tx,
  { paymentId, amount, reason }: { paymentId: string; amount: number; reason: RefundReason },
): Promise<string> {
  const [row] = await tx<({ id: string } & PaymentRef)[]>`
    insert into refund (attempt_id, subscription_payment_id, amount, reason, state)
    values ((select id from payment_attempt where id = ${paymentId}),
      (select id from subscription_payment where id = ${paymentId}), ${amount}, ${reason}, 'pending')
    returning id, attempt_id as "attemptId", subscription_payment_id as "chargeId"`
  if (!row) throw new Error('the insert of a refund returned no row')
  await tx`update payment_attempt set refund_owed = refund_owed + ${amount} where id = ${paymentId}`
  await enqueueRefund(tx, row)
  return row.id
}

/** The payment of a refund: exactly one of the two is set. */
export interface PaymentRef {
  attemptId: string | null
  chargeId: string | null
}

export async function enqueueRefund(sql: Sql, { attemptId, chargeId }: PaymentRef): Promise<void> {
  if (attemptId) await enqueue(sql, 'refundAttempt', { attemptId }, { key: `refund:${attemptId}` })
  if (chargeId) await enqueue(sql, 'refundSubscriptionCharge', { chargeId }, { key: `refund:${chargeId}` })
}

/**
 * Leases the payment's next refund, so that refunds are sent one after the other; undefined when none is pending or
 * another process sends one. The caller holds the lock of the order or subscription.
 */
export async function leaseRefund(tx: Tx, paymentId: string): Promise<RefundLease | undefined> {
  const [row] = await tx<RefundLease[]>`
    update refund r set refunded_before = coalesce(r.refunded_before, a.refunded), checked_at = clock_timestamp(),
      leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    from paid_money a
    where a.id = r.payment_id and not a.is_on_hold and not a.is_in_dispute
      and coalesce(r.leased_until, '-infinity') <= clock_timestamp()
      and r.id = (select id from refund where payment_id = ${paymentId} and state = 'pending'
        order by refunded_before is null, created_at, id limit 1)
    returning r.id, r.amount, r.refunded_before as "refundedBefore"`
  return row
}

export async function endRefundLease(sql: Sql, id: string): Promise<void> {
  await sql`update refund set leased_until = null where id = ${id}`
}

/**
 * Marks refunds as done up to the payment's refunded total, whoever reported it. Refunds that were sent later do not
 * count towards an earlier one. A refused refund is done too when its money was refunded all the same.
 */
export async function markRefundsDone(tx: Tx, paymentId: string, refunded: number): Promise<void> {
  // Marks one refund per statement, because each one counts in the sum of the next.
  for (let updatedCount = 1; updatedCount > 0; ) {
    const { count } = await tx`
      update refund set state = 'done', settled_at = clock_timestamp(), leased_until = null
      where id = (
        select r.id from refund r join paid_money a on a.id = r.payment_id
        where a.id = ${paymentId} and r.state <> 'done' and (a.captured <= ${refunded}
          or r.refunded_before + r.amount + (
            select coalesce(sum(later.amount), 0) from refund later
            where later.payment_id = a.id and later.state = 'done' and later.refunded_before >= r.refunded_before
          ) <= ${refunded})
        order by r.state = 'refused', r.created_at, r.id limit 1)`
    updatedCount = count
  }
}

export async function markRefused(tx: Tx, id: string): Promise<void> {
  await tx`
    update refund set state = 'refused', settled_at = clock_timestamp(), leased_until = null
    where id = ${id} and state = 'pending'`
}

/** Ends the lease: the refund waits until the dispute is decided. */
export async function holdRefund(tx: Tx, id: string): Promise<true> {
  await endRefundLease(tx, id)
  return true
}

/**
 * Makes a refused refund pending again with the same id, which is the provider's key. False when it is not refused.
 */
export async function reviveRefund(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx`
    update refund set state = 'pending', settled_at = null, checked_at = clock_timestamp()
    where id = ${id} and state = 'refused'`
  return count === 1
}

/**
 * Call after asking the provider: pending refunds that no process is sending count from the current refunded total.
 */
export async function rebaseRefunds(sql: Sql, paymentId: string): Promise<void> {
  await sql`
    update refund r set refunded_before = a.refunded from paid_money a
    where a.id = r.payment_id and a.id = ${paymentId} and r.state = 'pending' and r.leased_until is null`
}

/** The latest refund of an order `o` as its patient sees it, as JSON. */
export const latestRefundJson = (sql: Sql) => sql`(
  select json_build_object('amount', r.amount, 'state', r.state)
  from refund r join payment_attempt of_refund on of_refund.id = r.attempt_id
  where of_refund.order_id = o.id order by r.created_at desc limit 1)`

/** Total of the order's refunds, sent or not, in minor units. */
export async function owedRefundOf(tx: Tx, orderId: string): Promise<number> {
  const [row] = await tx<{ owed: number }[]>`
    select coalesce(sum(refund_owed), 0)::int as owed from payment_attempt where order_id = ${orderId}`
  return row?.owed ?? 0
}

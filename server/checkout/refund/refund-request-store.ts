import type { OpenRequest } from '@cuida/core/checkout/refund/refund-request.ts'
import { REFUND_REQUEST_DAYS } from '@cuida/core/kit/assumptions.ts'
import { decryptRows, encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/**
 * False when a request is open already. An expired request is closed first. The caller holds the lock of the order or
 * subscription.
 */
export async function insertRequest(
  tx: Tx,
  request: { paymentId: string; amount: number; reason: string; staffId: string },
): Promise<boolean> {
  const { paymentId, amount, reason, staffId } = request
  await tx`
    update refund_request set state = 'expired', ended_at = expires_at
    where payment_id = ${paymentId} and state = 'open' and expires_at <= clock_timestamp()`
  const { count } = await tx`
    insert into refund_request (attempt_id, subscription_payment_id, amount, reason, requested_by, expires_at)
    values ((select id from payment_attempt where id = ${paymentId}),
      (select id from subscription_payment where id = ${paymentId}), ${amount},
      ${encryptText(tx, 'refund_request.reason', reason)}, ${staffId},
      clock_timestamp() + make_interval(days => ${REFUND_REQUEST_DAYS}))
    on conflict do nothing`
  return count === 1
}

export interface LockedRequest extends OpenRequest {
  paymentId: string
  reason: string
}

/** Locks the request until the transaction ends. Lock its order or subscription before it. */
export async function lockRequest(tx: Tx, id: string): Promise<LockedRequest | undefined> {
  const rows = await tx<LockedRequest[]>`
    select payment_id as "paymentId", amount, reason, requested_by as "askedBy",
      case when state = 'open' and expires_at <= clock_timestamp() then 'expired' else state end as state
    from refund_request where id = ${id} for update`
  const [request] = await decryptRows(tx, rows, { reason: 'refund_request.reason' })
  return request
}

export async function saveApproval(tx: Tx, id: string, by: { staffId: string; refundId: string }): Promise<void> {
  await tx`
    update refund_request set state = 'approved', ended_by = ${by.staffId}, refund_id = ${by.refundId},
      ended_at = clock_timestamp()
    where id = ${id}`
}

export async function saveEnding(
  tx: Tx,
  id: string,
  { state, staffId, answer }: { state: 'declined' | 'withdrawn'; staffId: string; answer: string },
): Promise<void> {
  await tx`
    update refund_request set state = ${state}, ended_by = ${staffId},
      answer = ${encryptText(tx, 'refund_request.answer', answer)}, ended_at = clock_timestamp()
    where id = ${id}`
}

/** The order or subscription of a payment, whose row is locked for the request. */
export interface PurchaseIds {
  orderId: string | null
  subscriptionId: string | null
}

export async function findPurchaseOfRequest(sql: Sql, id: string): Promise<PurchaseIds | undefined> {
  const [row] = await sql<PurchaseIds[]>`
    select ${boughtOf(sql)} from refund_request of_payment ${withPayment(sql)} where of_payment.id = ${id}`
  return row
}

export async function findPurchaseOfRefund(
  sql: Sql,
  id: string,
): Promise<(PurchaseIds & { paymentId: string }) | undefined> {
  const [row] = await sql<(PurchaseIds & { paymentId: string })[]>`
    select ${boughtOf(sql)}, of_payment.payment_id as "paymentId"
    from refund of_payment ${withPayment(sql)} where of_payment.id = ${id}`
  return row
}

const boughtOf = (sql: Sql) => sql`a.order_id as "orderId", p.subscription_id as "subscriptionId"`
const withPayment = (sql: Sql) => sql`
  left join payment_attempt a on a.id = of_payment.attempt_id
  left join subscription_payment p on p.id = of_payment.subscription_payment_id`

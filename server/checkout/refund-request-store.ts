import type { OpenRequest } from '@cuida/core/checkout/refund-request.ts'
import { REFUND_REQUEST_DAYS } from '@cuida/core/kit/assumptions.ts'
import type { Sql, Tx } from '../kit/db.ts'

/** False when one is open already. One that nobody answered in time has ended. The order is locked. */
export async function insertRequest(
  tx: Tx,
  request: { attemptId: string; amount: number; reason: string; staffId: string },
): Promise<boolean> {
  const { attemptId, amount, reason, staffId } = request
  await tx`
    update refund_request set state = 'expired', ended_at = expires_at
    where attempt_id = ${attemptId} and state = 'open' and expires_at <= clock_timestamp()`
  const { count } = await tx`
    insert into refund_request (attempt_id, amount, reason, asked_by, expires_at)
    values (${attemptId}, ${amount}, ${reason}, ${staffId},
      clock_timestamp() + make_interval(days => ${REFUND_REQUEST_DAYS}))
    on conflict do nothing`
  return count === 1
}

export interface LockedRequest extends OpenRequest {
  attemptId: string
  reason: string
}

/** Nobody else changes it until the transaction ends. Its order is locked before it. */
export async function lockRequest(tx: Tx, id: string): Promise<LockedRequest | undefined> {
  const [row] = await tx<LockedRequest[]>`
    select attempt_id as "attemptId", amount, reason, asked_by as "askedBy",
      case when state = 'open' and expires_at <= clock_timestamp() then 'expired' else state end as state
    from refund_request where id = ${id} for update`
  return row
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
    update refund_request set state = ${state}, ended_by = ${staffId}, answer = ${answer}, ended_at = clock_timestamp()
    where id = ${id}`
}

export async function findOrderOfRequest(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ orderId: string }[]>`
    select a.order_id as "orderId" from refund_request q join payment_attempt a on a.id = q.attempt_id
    where q.id = ${id}`
  return row?.orderId
}

export async function findOrderOfRefund(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ orderId: string }[]>`
    select a.order_id as "orderId" from refund r join payment_attempt a on a.id = r.attempt_id where r.id = ${id}`
  return row?.orderId
}

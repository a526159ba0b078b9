import type { DisputeKind, DisputeSnapshot } from '@cuida/core/checkout/dispute/dispute.ts'
import type { DeskOrder } from '@cuida/core/checkout/order/desk-order-api.ts'
import { PAYMENT_VENDORS } from '@cuida/core/kit/vendors/payment-vendors.ts'
import { VENDORS } from '@cuida/core/kit/vendors/vendors.ts'
import type { Row } from 'postgres'
import type { Sql, Tx } from '../../kit/db/db.ts'
import type { PaymentRef } from '../refund/refund-store.ts'

const known = (sql: Sql) => sql`kind, state, amount, deadline, reference`

/** A payment's dispute of one kind. To change it, lock the order or subscription first. */
export async function findDispute(
  sql: Sql,
  paymentId: string,
  kind: DisputeKind,
): Promise<DisputeSnapshot | undefined> {
  const [row] = await sql<DisputeSnapshot[]>`
    select ${known(sql)} from dispute where payment_id = ${paymentId} and kind = ${kind}`
  return row && { ...row }
}

/** Attempts with an undecided dispute at this provider, oldest first. */
export async function findUndecidedDisputes(sql: Sql, provider: string): Promise<string[]> {
  const rows = await sql<{ attemptId: string }[]>`
    select d.attempt_id as "attemptId" from dispute d join payment_attempt a on a.id = d.attempt_id
    where d.state in ('open', 'answered') and d.recorded_by is null and a.provider = ${provider}
    group by d.attempt_id order by min(d.opened_at), d.attempt_id limit 500`
  return rows.map(({ attemptId }) => attemptId)
}

export async function findOpenMediation(sql: Sql, attemptId: string): Promise<DisputeSnapshot | undefined> {
  const [row] = await sql<DisputeSnapshot[]>`
    select ${known(sql)} from dispute
    where payment_id = ${attemptId} and kind = 'mediation' and state in ('open', 'answered')`
  return row && { ...row }
}

export async function saveDispute(
  tx: Tx,
  { attemptId, chargeId }: PaymentRef,
  dispute: DisputeSnapshot,
): Promise<void> {
  const { kind, state, amount, deadline, reference } = dispute
  const isDecided = state === 'won' || state === 'lost'
  await tx`
    insert into dispute (attempt_id, subscription_payment_id, kind, state, amount, deadline, reference, decided_at)
    values (${attemptId}, ${chargeId}, ${kind}, ${state}, ${amount}, ${deadline}, ${reference},
      case when ${isDecided} then clock_timestamp() end)
    on conflict (payment_id, kind) do update set state = excluded.state, amount = excluded.amount,
      deadline = excluded.deadline, reference = excluded.reference, changed_at = clock_timestamp(),
      decided_at = coalesce(dispute.decided_at, excluded.decided_at)`
}

/**
 * Saves the total that chargebacks took from a payment, in minor units. It only grows, and never exceeds the captured
 * amount.
 */
export async function saveChargedBack(tx: Tx, paymentId: string, amount: number): Promise<void> {
  await tx`
    update payment_attempt set charged_back = greatest(charged_back, least(captured, ${amount})),
      changed_at = clock_timestamp()
    where id = ${paymentId}`
  await tx`
    update subscription_payment set charged_back = greatest(charged_back, least(amount, ${amount})) where id = ${paymentId}`
}

/** Reduces pending refunds to what chargebacks have left of the payment: the payer already has the rest. */
export async function capPendingRefunds(tx: Tx, paymentId: string): Promise<void> {
  await tx`
    with waiting as (
      select r.id, r.amount, a.captured - a.refunded - a.charged_back - coalesce(sum(r.amount) over (
        order by r.created_at, r.id rows between unbounded preceding and 1 preceding), 0) as room
      from refund r join paid_money a on a.id = r.payment_id
      where a.id = ${paymentId} and r.state <> 'done')
    update refund set leased_until = null,
      amount = case when waiting.room > 0 then waiting.room else refund.amount end,
      state = case when waiting.room > 0 then refund.state else 'done' end,
      settled_at = case when waiting.room > 0 then refund.settled_at else clock_timestamp() end
    from waiting where refund.id = waiting.id and waiting.room < waiting.amount`
}

export async function disputesOfOrder(sql: Sql, orderId: string): Promise<DeskOrder['disputes']> {
  const rows = await sql`
    select d.* from dispute d join payment_attempt a on a.id = d.payment_id
    where a.order_id = ${orderId} order by d.opened_at, d.id`
  return rows.map(({ id, kind, state, amount, deadline, opened_at }) => ({
    id,
    kind,
    state,
    amount,
    deadline: deadline?.toISOString() ?? null,
    openedAt: opened_at.toISOString(),
  }))
}

/** Providers that report disputes by e-mail only. */
export const PROVIDERS_WITHOUT_DISPUTE_API: readonly string[] = VENDORS.payments.filter(
  (name) => !PAYMENT_VENDORS[name].tellsOfDisputes,
)

export const isRecordable = ({ provider, captured }: Row): boolean =>
  PROVIDERS_WITHOUT_DISPUTE_API.includes(provider) && captured > 0

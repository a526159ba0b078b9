import { ATTEMPT_RECHECK_SECONDS } from '@cuida/core/kit/assumptions.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { PaymentRef } from '../refund/refund-store.ts'

const LIMIT = 200

/**
 * Open orders that were not processed for a while, because their job was lost or the provider is silent, and orders
 * whose appointment has begun since.
 */
export async function findForgottenOrders(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select o.id from care_order o
    left join payment_attempt a on a.order_id = o.id
    left join slot_hold s on s.id = o.slot_hold_id
    where o.status in ('PROCESSING', 'PENDING') and a.on_hold_at is null
      and coalesce(a.leased_until, '-infinity') <= clock_timestamp()
      and (greatest(a.checked_at, o.created_at) <= clock_timestamp() - make_interval(secs => ${ATTEMPT_RECHECK_SECONDS})
        or (s.starts_at <= clock_timestamp() and coalesce(a.checked_at < s.starts_at, true)))
    order by o.created_at limit ${LIMIT}
    for update of o skip locked`
  return rows.map((row) => row.id)
}

/** A refund of a payment in dispute waits for the decision, which enqueues it. */
export async function findForgottenRefunds(sql: Sql): Promise<PaymentRef[]> {
  return sql<PaymentRef[]>`
    select attempt_id as "attemptId", subscription_payment_id as "chargeId" from refund
    where state = 'pending'
      and not exists (select 1 from dispute d where d.payment_id = refund.payment_id and d.state in ('open', 'answered'))
      and coalesce(leased_until, '-infinity') <= clock_timestamp()
      and greatest(checked_at, created_at) <= clock_timestamp() - make_interval(secs => ${ATTEMPT_RECHECK_SECONDS})
    order by created_at limit ${LIMIT}
    for update skip locked`
}

export async function findForgottenWebhooks(sql: Sql): Promise<{ provider: string; eventId: string }[]> {
  return sql<{ provider: string; eventId: string }[]>`
    select provider, event_id as "eventId" from webhook_inbox
    where applied_at is null
      and received_at <= clock_timestamp() - make_interval(secs => ${ATTEMPT_RECHECK_SECONDS})
    limit ${LIMIT}
    for update skip locked`
}

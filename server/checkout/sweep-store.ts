import { SWEEP_AFTER_SECONDS } from '@cuida/core/kit/assumptions.ts'
import type { Sql } from '../kit/db.ts'
import type { Owed } from './refund-store.ts'

/** What a charge needs to know of its order. */
export interface ChargedOrder {
  id: string
  accountId: string
  amount: number
  installments: number
  productName: string
  isOpen: boolean
}

export async function findChargedOrder(sql: Sql, id: string): Promise<ChargedOrder | undefined> {
  const [row] = await sql<ChargedOrder[]>`
    select id, account_id as "accountId", amount, installments, product_name as "productName",
      status in ('PROCESSING', 'PENDING') as "isOpen"
    from care_order where id = ${id}`
  return row
}

const MOST = 200

/** Open orders that nobody has moved or asked about for a while: their job was lost, or the provider is silent. */
export async function findForgottenOrders(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select o.id from care_order o
    left join payment_attempt a on a.order_id = o.id
    where o.status in ('PROCESSING', 'PENDING') and a.quarantined_at is null
      and coalesce(a.leased_until, '-infinity') <= clock_timestamp()
      and greatest(a.looked_at, o.created_at) <= clock_timestamp() - make_interval(secs => ${SWEEP_AFTER_SECONDS})
    order by o.created_at limit ${MOST}
    for update of o skip locked`
  return rows.map((row) => row.id)
}

/** Money that was promised back, and has not gone yet. */
export async function findForgottenRefunds(sql: Sql): Promise<Owed[]> {
  return sql<Owed[]>`
    select attempt_id as "attemptId", subscription_payment_id as "monthId" from refund
    where state = 'pending' and coalesce(leased_until, '-infinity') <= clock_timestamp()
      and greatest(looked_at, created_at) <= clock_timestamp() - make_interval(secs => ${SWEEP_AFTER_SECONDS})
    order by created_at limit ${MOST}
    for update skip locked`
}

export async function findForgottenWebhooks(sql: Sql): Promise<{ provider: string; eventId: string }[]> {
  return sql<{ provider: string; eventId: string }[]>`
    select provider, event_id as "eventId" from webhook_inbox
    where applied_at is null
      and received_at <= clock_timestamp() - make_interval(secs => ${SWEEP_AFTER_SECONDS})
    limit ${MOST}
    for update skip locked`
}

/** Whether a waiting patient's poll may ask the provider again now: somebody may, and nobody did lately. */
export async function isLookUpDue(sql: Sql, orderId: string, seconds: number): Promise<boolean> {
  const [row] = await sql`
    select 1 from care_order o
    join payment_attempt a on a.order_id = o.id
    where o.id = ${orderId} and o.status in ('PROCESSING', 'PENDING') and a.quarantined_at is null
      and coalesce(a.leased_until, '-infinity') <= clock_timestamp()
      and greatest(a.looked_at, a.changed_at) <= clock_timestamp() - make_interval(secs => ${seconds})`
  return row !== undefined
}

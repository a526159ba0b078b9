import type { MoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import type { Row } from 'postgres'
import type { Sql, Tx } from '../../kit/db/db.ts'

const columns = (sql: Sql) => sql`
  select t.*, s.name as resolved_by_name, coalesce(a.currency, p.currency) as currency, p.subscription_id,
    case when t.kind = 'INVOICE_REFUSED' then i.failure when t.kind = 'INVOICE_TO_CANCEL' then i.number end as detail
  from reconciliation_task t
  left join staff s on s.id = t.resolved_by left join payment_attempt a on a.id = t.attempt_id
  left join subscription_payment p on p.id = t.subscription_payment_id
  left join invoice i on t.kind like 'INVOICE%' and (i.order_id = t.order_id or i.subscription_payment_id = p.id)`

const taskOf = (row: Row): KnownTask => ({
  id: row.id,
  kind: row.kind,
  provider: row.provider,
  providerPaymentId: row.provider_payment_id,
  orderId: row.order_id,
  subscriptionId: row.subscription_id,
  detail: row.detail,
  ours: row.ours,
  theirs: row.theirs,
  currency: row.currency,
  foundAt: row.found_at.toISOString(),
  resolvedAt: row.resolved_at?.toISOString() ?? null,
  resolvedBy: row.resolved_by_name,
  reason: row.reason,
})

/** `currency` is null when the task concerns no payment of ours. */
export type KnownTask = Omit<MoneyTask, 'currency'> & { currency: MoneyTask['currency'] | null }

export async function findTasks(
  sql: Sql,
  { state, page, pageSize }: { state: MoneyTaskState; page: number; pageSize: number },
): Promise<{ items: KnownTask[]; more: boolean }> {
  const order = state === 'open' ? sql`t.found_at, t.id` : sql`t.resolved_at desc, t.id`
  const rows = await sql`
    ${columns(sql)} where t.state = ${state}
    order by ${order} limit ${pageSize + 1} offset ${(page - 1) * pageSize}`
  return { items: rows.slice(0, pageSize).map(taskOf), more: rows.length > pageSize }
}

type MoneyTaskState = 'open' | 'resolved'

export async function findTask(sql: Sql, id: string): Promise<KnownTask | undefined> {
  const [row] = await sql`${columns(sql)} where t.id = ${id}`
  return row && taskOf(row)
}

/** False when it is resolved already. */
export async function resolveTask(tx: Tx, id: string, by: { staffId: string; reason: string }): Promise<boolean> {
  const { count } = await tx`
    update reconciliation_task set state = 'resolved', resolved_at = clock_timestamp(), resolved_by = ${by.staffId},
      reason = ${by.reason}
    where id = ${id} and state = 'open'`
  return count === 1
}

import type { MoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import type { Page, PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { Row } from 'postgres'
import { decryptRows, encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { mapPage, newestFirst, readPage } from '../../kit/db/read-page.ts'

const columns = (sql: Sql, position = sql``) => sql`
  select ${position} t.*, s.name as resolved_by_name, coalesce(a.currency, p.currency) as currency, p.subscription_id,
    case when t.kind = 'INVOICE_REFUSED' then i.failure when t.kind = 'INVOICE_TO_CANCEL' then i.number end as detail
  from reconciliation_task t
  left join staff s on s.id = t.resolved_by left join payment_attempt a on a.id = t.attempt_id
  left join subscription_payment p on p.id = t.subscription_payment_id
  left join invoice i on t.kind like 'INVOICE%' and (i.order_id = t.order_id or i.subscription_payment_id = p.id)`

const decryptReasons = (sql: Sql, rows: readonly Row[]): Promise<Row[]> =>
  decryptRows<Row>(sql, rows, { reason: 'reconciliation_task.reason' })

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
  { state, ...request }: PageRequest & { state: MoneyTaskState },
): Promise<Page<KnownTask>> {
  const page = await readPage(sql, request, {
    select: (position) => columns(sql, position),
    where: sql`t.state = ${state}`,
    order:
      state === 'open'
        ? [
            { by: sql`t.found_at`, type: 'moment' },
            { by: sql`t.id`, type: 'id' },
          ]
        : newestFirst(sql`t.resolved_at`, sql`t.id`),
  })
  return mapPage({ ...page, items: await decryptReasons(sql, page.items) }, taskOf)
}

type MoneyTaskState = 'open' | 'resolved'

export async function findTask(sql: Sql, id: string): Promise<KnownTask | undefined> {
  const [row] = await decryptReasons(sql, await sql`${columns(sql)} where t.id = ${id}`)
  return row && taskOf(row)
}

/** False when it is resolved already. */
export async function resolveTask(tx: Tx, id: string, by: { staffId: string; reason: string }): Promise<boolean> {
  const { count } = await tx`
    update reconciliation_task set state = 'resolved', resolved_at = clock_timestamp(), resolved_by = ${by.staffId},
      reason = ${encryptText(tx, 'reconciliation_task.reason', by.reason)}
    where id = ${id} and state = 'open'`
  return count === 1
}

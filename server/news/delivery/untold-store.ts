import { templateName } from '@cuida/core/news/choice/notifications.ts'
import type { Untold } from '@cuida/core/news/delivery/untold-api.ts'
import type { Row } from 'postgres'
import type { Sql, Tx } from '../../kit/db/db.ts'
import type { News } from '../news-store.ts'

/** A task for the desk, once a piece of news, in the transaction that ends it. None of what is gone meanwhile. */
export async function leaveUntold(tx: Tx, { id, refused }: Pick<News, 'id' | 'refused'>): Promise<void> {
  const ways = [...new Set(refused.map((way) => (way.startsWith('push:') ? 'push' : way)))]
  await tx`
    insert into untold_news (news_id, account_id, consultation_id, subscription_id, kind, ways)
    select id, account_id, consultation_id, subscription_id, kind, ${ways} from news where id = ${id}
    on conflict (news_id) do nothing`
}

/** A message arrived after all: nobody has to call. */
export async function dropUntold(tx: Tx, newsId: string): Promise<void> {
  await tx`delete from untold_news where news_id = ${newsId} and resolved_at is null`
}

const columns = (sql: Sql) => sql`
  select u.*, p.first_name, p.last_name, c.starts_at, s.name as resolved_by_name
  from untold_news u
  join patient p on p.account_id = u.account_id
  left join consultation c on c.id = u.consultation_id
  left join staff s on s.id = u.resolved_by`

const untoldOf = (row: Row): Untold => ({
  id: row.id,
  kind: templateName(row.kind),
  ways: row.ways,
  person: { id: row.account_id, firstName: row.first_name, lastName: row.last_name },
  consultationId: row.consultation_id,
  startTime: row.starts_at?.toISOString() ?? null,
  foundAt: row.found_at.toISOString(),
  resolvedAt: row.resolved_at?.toISOString() ?? null,
  resolvedBy: row.resolved_by_name,
  reason: row.reason,
})

/** Of the open ones, whoever has waited longest is called first. */
export async function findUntold(
  sql: Sql,
  { state, page, pageSize }: { state: 'open' | 'resolved'; page: number; pageSize: number },
): Promise<{ items: Untold[]; more: boolean }> {
  const [which, order] =
    state === 'open'
      ? [sql`u.resolved_at is null`, sql`u.found_at, u.id`]
      : [sql`u.resolved_at is not null`, sql`u.resolved_at desc, u.id`]
  const rows = await sql`
    ${columns(sql)} where ${which} order by ${order} limit ${pageSize + 1} offset ${(page - 1) * pageSize}`
  return { items: rows.slice(0, pageSize).map(untoldOf), more: rows.length > pageSize }
}

export async function findOneUntold(sql: Sql, id: string): Promise<Untold | undefined> {
  const [row] = await sql`${columns(sql)} where u.id = ${id}`
  return row && untoldOf(row)
}

/** False when somebody has told them already. */
export async function resolveUntold(tx: Tx, id: string, by: { staffId: string; reason: string }): Promise<boolean> {
  const { count } = await tx`
    update untold_news set resolved_at = clock_timestamp(), resolved_by = ${by.staffId}, reason = ${by.reason}
    where id = ${id} and resolved_at is null`
  return count === 1
}

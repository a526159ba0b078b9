import type { Page, PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { UndeliveredKind, UndeliveredNotification } from '@cuida/core/notifications/delivery/undelivered-api.ts'
import type { Row } from 'postgres'
import { decryptRows, encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { mapPage, newestFirst, readPage } from '../../kit/db/read-page.ts'
import type { Notification } from '../notification.ts'

/**
 * Creates a desk task, once per notification, in the transaction that ends the notification. None for a deleted one.
 */
export async function createUndelivered(tx: Tx, { id, refused }: Notification, kind: UndeliveredKind): Promise<void> {
  const channels = [...new Set(refused.map((route) => (route.startsWith('push:') ? 'push' : route)))]
  await tx`
    insert into undelivered_notification (notification_id, account_id, staff_id, invitation_id, consultation_id,
      subscription_id, kind, channels)
    select id, account_id, staff_id, case type when 'invitation' then subject_id::uuid end, consultation_id,
      subscription_id, ${kind}, ${channels}
    from notification where id = ${id}
    on conflict (notification_id) do nothing`
}

/** A message was delivered after all, so nobody needs to call. */
export async function dropUndelivered(tx: Tx, notificationId: string): Promise<void> {
  await tx`delete from undelivered_notification where notification_id = ${notificationId} and resolved_at is null`
}

const columns = (sql: Sql, position = sql``) => sql`
  select ${position} u.*, p.first_name, p.last_name, coalesce(t.name, i.name) as colleague, c.starts_at, s.name as resolved_by_name
  from undelivered_notification u
  left join patient p on p.account_id = u.account_id
  left join staff t on t.id = u.staff_id
  left join staff_invitation i on i.id = u.invitation_id
  left join consultation c on c.id = u.consultation_id
  left join staff s on s.id = u.resolved_by`

const decryptReasons = (sql: Sql, rows: readonly Row[]): Promise<Row[]> =>
  decryptRows<Row>(sql, rows, { reason: 'undelivered_notification.reason' })

const undeliveredOf = (row: Row): UndeliveredNotification => ({
  id: row.id,
  kind: row.kind,
  channels: row.channels,
  person: row.account_id && { id: row.account_id, firstName: row.first_name, lastName: row.last_name },
  colleague: row.colleague,
  consultationId: row.consultation_id,
  startTime: row.starts_at?.toISOString() ?? null,
  foundAt: row.found_at.toISOString(),
  resolvedAt: row.resolved_at?.toISOString() ?? null,
  resolvedBy: row.resolved_by_name,
  reason: row.reason,
})

/** Open tasks, longest waiting first. */
export async function findUndelivered(
  sql: Sql,
  { state, ...request }: PageRequest & { state: 'open' | 'resolved' },
): Promise<Page<UndeliveredNotification>> {
  const id = { by: sql`u.id`, type: 'id' } as const
  const page = await readPage(sql, request, {
    select: (position) => columns(sql, position),
    ...(state === 'open'
      ? { where: sql`u.resolved_at is null`, order: [{ by: sql`u.found_at`, type: 'moment' }, id] }
      : { where: sql`u.resolved_at is not null`, order: newestFirst(sql`u.resolved_at`, id.by) }),
  })
  return mapPage({ ...page, items: await decryptReasons(sql, page.items) }, undeliveredOf)
}

export async function findUndeliveredById(sql: Sql, id: string): Promise<UndeliveredNotification | undefined> {
  const [row] = await decryptReasons(sql, await sql`${columns(sql)} where u.id = ${id}`)
  return row && undeliveredOf(row)
}

/** False when the task was already resolved. */
export async function resolveUndelivered(
  tx: Tx,
  id: string,
  by: { staffId: string; reason: string },
): Promise<boolean> {
  const reason = encryptText(tx, 'undelivered_notification.reason', by.reason)
  const { count } = await tx`
    update undelivered_notification set resolved_at = clock_timestamp(), resolved_by = ${by.staffId}, reason = ${reason}
    where id = ${id} and resolved_at is null`
  return count === 1
}

import type { Sql, Tx } from './kit/db/db.ts'

/**
 * Ends every session: a sign-out, a changed password or a blocked account after the restored moment is unknown, and
 * would be undone.
 */
export async function endAllSessions(tx: Tx): Promise<number> {
  const { count } = await tx`
    update session set ended_at = clock_timestamp(), end_reason = 'staff' where ended_at is null`
  return count
}

/** Drops the notifications that the lost system had to send while it ran: it sent them. */
export async function dropSentNotifications(tx: Tx, stoppedAt: Date): Promise<number> {
  const { count } = await tx`
    update notification set done_at = clock_timestamp(), leased_until = null
    where done_at is null and due_at < ${stoppedAt}`
  return count
}

/** The last trace of anybody at work, which is shortly before the restored moment. */
export async function findLastActivity(sql: Sql): Promise<Date | undefined> {
  const [row] = await sql<{ at: Date | null }[]>`
    select greatest(
      (select max(last_seen_at) from session), (select max(created_at) from payment_attempt),
      (select max(created_at) from notification)) as at`
  return row?.at ?? undefined
}

export async function findDocumentFiles(sql: Sql): Promise<string[]> {
  const rows = await sql<{ file: string }[]>`select file from consultation_document`
  return rows.map(({ file }) => file)
}

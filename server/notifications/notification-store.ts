import { deleteAll } from '../kit/db/batches.ts'
import type { Sql, Tx } from '../kit/db/db.ts'
import type { Notification } from './notification.ts'

// The channels run in parallel, each with the provider timeout of 8 seconds; refused ones fall back to at most three
// others in turn.
const LEASE_SECONDS = 45
/** Delay before a retry after a provider outage. */
const RETRY_SECONDS = 60

/** Leases the notification for sending; undefined when it is done, not due, or leased by another worker. */
export async function leaseNotification(sql: Sql, id: string): Promise<Notification | undefined> {
  const [notification] = await sql<Notification[]>`
    with leased as (
      update notification set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      where id = ${id} and done_at is null and due_at <= clock_timestamp()
        and coalesce(leased_until, '-infinity') <= clock_timestamp()
      returning *)
    select n.id, n.type, n.account_id as "accountId", n.staff_id as "staffId", n.consultation_id as "consultationId",
      n.subscription_id as "subscriptionId", n.subject_id as "subjectId", n.starts_at as "startsAt", n.was_at as "wasAt",
      n.created_at as "createdAt", n.due_at as "dueAt", n.sent, n.refused, n.failing_since as "failingSince", n.asked,
      n.channel,
      case when n.locale is null then a.phone else n.phone end as phone,
      case when n.locale is null then coalesce(a.email, s.email) else n.email end as email,
      coalesce(n.locale, a.locale, '') as locale,
      n.locale is not null or (a.id is null and s.id is null) or coalesce(a.status, s.status) = 'active' as "isRecipientActive"
    from leased n left join account a on a.id = n.account_id left join staff s on s.id = n.staff_id`
  return notification
}

/**
 * Records that the channel accepted or refused the notification, so that no retry uses it again. For a message
 * `applyMessageUpdate` (delivery/message-store.ts) has recorded it already, and a later callback is not overwritten.
 */
export async function recordChannelOutcome(
  sql: Sql,
  id: string,
  route: string,
  outcome: 'sent' | 'refused',
): Promise<void> {
  const routes = sql(outcome)
  await sql`
    update notification set ${routes} = array_append(${routes}, ${route})
    where id = ${id} and not ${route} = any(sent || refused)`
}

/** Whether no callback has changed the notification since it was leased; locks it until the transaction ends. */
export async function isUnchanged(tx: Tx, { id, sent, refused }: Notification): Promise<boolean> {
  const [row] = await tx<Pick<Notification, 'sent' | 'refused'>[]>`
    select sent, refused from notification where id = ${id} for update`
  const isSame = (now: string[], known: string[]) => now.toSorted().join() === known.toSorted().join()
  return !row || (isSame(row.sent, sent) && isSame(row.refused, refused))
}

export async function markDone(sql: Sql, id: string): Promise<void> {
  await sql`update notification set done_at = clock_timestamp(), leased_until = null where id = ${id}`
}

/** Sets the earliest time for sending. */
export async function postpone(tx: Tx, id: string, until: Date): Promise<void> {
  await tx`
    with left_over as (
      update notification set leased_until = null, due_at = ${until} where id = ${id} returning id, due_at)
    select ${queueSending(tx)} from left_over`
}

/** Schedules a retry after a provider outage. */
export async function scheduleRetry(tx: Tx, id: string, seconds = RETRY_SECONDS): Promise<void> {
  await tx`
    with left_over as (
      update notification set leased_until = null, due_at = clock_timestamp() + make_interval(secs => ${seconds}),
        failing_since = coalesce(failing_since, clock_timestamp())
      where id = ${id} returning id, due_at)
    select ${queueSending(tx)} from left_over`
}

/**
 * SQL that enqueues the jobs for inserted or updated notifications, as part of a statement that selects from them.
 */
export const queueSending = (sql: Sql) => sql`
  graphile_worker.add_job('sendNotification', json_build_object('notificationId', id), job_key => 'notification:' || id,
    run_at => due_at, max_attempts => 12)`

/**
 * Scheduled job: enqueues notifications that a crashed worker left, and deletes them two days after they were due,
 * and resolved desk tasks after 90 days.
 */
export async function enqueueAbandonedNotifications(tx: Tx): Promise<void> {
  await tx`
    with left_over as (
      select id, clock_timestamp() as due_at from notification
      where done_at is null and due_at < clock_timestamp() - interval '1 minute'
        and coalesce(leased_until, '-infinity') <= clock_timestamp()
      order by due_at limit 200 for update skip locked)
    select ${queueSending(tx)} from left_over`
  await deleteAll(
    tx,
    'notification',
    tx`created_at < statement_timestamp() - interval '2 days' and due_at < statement_timestamp() - interval '2 days'`,
  )
  await deleteAll(tx, 'undelivered_notification', tx`resolved_at < statement_timestamp() - interval '90 days'`)
}

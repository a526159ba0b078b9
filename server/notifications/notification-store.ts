import { deleteAll } from '../kit/db/batches.ts'
import type { Sql, Tx } from '../kit/db/db.ts'
import type { Notification } from './notification.ts'

// Each channel ends within a provider's 8 seconds. They go at the same time; refused ones go on to at most three others in turn.
const LEASE_SECONDS = 45
/** A provider that is down is tried again after this. */
const RETRY_SECONDS = 60

/** The right to send it now; undefined when it is done, not due yet, or another worker's turn. */
export async function leaseNotification(sql: Sql, id: string): Promise<Notification | undefined> {
  const [notification] = await sql<Notification[]>`
    with leased as (
      update notification set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      where id = ${id} and done_at is null and due_at <= clock_timestamp()
        and coalesce(leased_until, '-infinity') <= clock_timestamp()
      returning *)
    select n.id, n.type, n.account_id as "accountId", n.staff_id as "staffId", n.consultation_id as "consultationId",
      n.subscription_id as "subscriptionId", n.subject_id as "subjectId", n.starts_at as "startsAt", n.was_at as "wasAt",
      n.created_at as "createdAt", n.sent, n.refused, n.failing_since as "failingSince", n.asked,
      n.channel,
      case when n.locale is null then a.phone else n.phone end as phone,
      case when n.locale is null then coalesce(a.email, s.email) else n.email end as email,
      coalesce(n.locale, a.locale, '') as locale,
      n.locale is not null or (a.id is null and s.id is null) or coalesce(a.status, s.status) = 'active' as "isRecipientActive"
    from leased n left join account a on a.id = n.account_id left join staff s on s.id = n.staff_id`
  return notification
}

/**
 * It went by this channel, or never will: no retry goes by it again. Of a message this is written already, with its name
 * (delivery/message-store.ts), and what the vendor said of it since is not written over.
 */
export async function markTried(sql: Sql, id: string, route: string, outcome: 'sent' | 'refused'): Promise<void> {
  const routes = sql(outcome)
  await sql`
    update notification set ${routes} = array_append(${routes}, ${route})
    where id = ${id} and not ${route} = any(sent || refused)`
}

/** Whether nothing was heard of its messages since; holds it so until the transaction ends. */
export async function isUnchanged(tx: Tx, { id, sent, refused }: Notification): Promise<boolean> {
  const [row] = await tx<Pick<Notification, 'sent' | 'refused'>[]>`
    select sent, refused from notification where id = ${id} for update`
  const isSame = (now: string[], known: string[]) => now.toSorted().join() === known.toSorted().join()
  return !row || (isSame(row.sent, sent) && isSame(row.refused, refused))
}

export async function markDone(sql: Sql, id: string): Promise<void> {
  await sql`update notification set done_at = clock_timestamp(), leased_until = null where id = ${id}`
}

/** Not before then. */
export async function postpone(tx: Tx, id: string, until: Date): Promise<void> {
  await tx`
    with left_over as (
      update notification set leased_until = null, due_at = ${until} where id = ${id} returning id, due_at)
    select ${queueSending(tx)} from left_over`
}

/** Some provider is down: again after some seconds. */
export async function retryLater(tx: Tx, id: string, seconds = RETRY_SECONDS): Promise<void> {
  await tx`
    with left_over as (
      update notification set leased_until = null, due_at = clock_timestamp() + make_interval(secs => ${seconds}),
        failing_since = coalesce(failing_since, clock_timestamp())
      where id = ${id} returning id, due_at)
    select ${queueSending(tx)} from left_over`
}

/** Its job, as part of a statement that selects from the rows of notifications that were just left. */
export const queueSending = (sql: Sql) => sql`
  graphile_worker.add_job('sendNotification', json_build_object('notificationId', id), job_key => 'notification:' || id,
    run_at => due_at, max_attempts => 12)`

/** What was left by a worker that died is taken up; what is over is forgotten, two days after it was due. */
export async function sweepOutbox(tx: Tx): Promise<void> {
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

import { PAUSE_AFTER_SECONDS, probeDelay } from '@cuida/core/access/webhook/retry-schedule.ts'
import type { WebhookDelivery } from '@cuida/core/access/webhook/webhook-api.ts'
import type { Page, PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { WebhookEvent } from '@cuida/core/kit/webhook-event.ts'
import type { Db, Sql, Tx } from '../../kit/db/db.ts'
import { mapPage, newestFirst, readPage } from '../../kit/db/read-page.ts'
import type { PostResult } from './post-message.ts'
import { endWebhook, targetColumns, targetOf, type WebhookTarget } from './webhook-store.ts'

/** Messages to one endpoint at a time, and while everything fails. */
const AT_ONCE = 4
const AT_ONCE_WHILE_FAILING = 1
/** Longer than a message can take. */
const LEASE_SECONDS = 60
/**
 * After a longer outage the messages that wait for their next attempt are sent at once. A single one keeps its delays: the
 * endpoint may refuse that message alone.
 */
const OUTAGE_SECONDS = 300

/** SQL: nothing prevents sending to `webhook_endpoint e`. */
const maySend = (sql: Sql) => sql`
  (e.verified_at is not null and e.paused_at is null and e.ended_at is null
    and coalesce(e.probe_at <= clock_timestamp(), true))`

/** SQL: `webhook_delivery d` is due, and no worker is sending it. */
const isDue = (sql: Sql) => sql`
  (d.state = 'waiting' and d.due_at <= clock_timestamp() and coalesce(d.leased_until <= clock_timestamp(), true))`

/** Endpoints with due messages. */
export async function findDueEndpoints(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select e.id from webhook_endpoint e where ${maySend(sql)}
      and exists (select from webhook_delivery d where d.endpoint_id = e.id and ${isDue(sql)})`
  return rows.map(({ id }) => id)
}

export interface ClaimedDelivery {
  id: string
  endpointId: string
  type: WebhookEvent
  data: Record<string, string>
  at: Date
  attempts: number
  /** Names the lease, to the microsecond, so that a worker that lost it records nothing. */
  leasedUntil: string
}

/** Leases due messages of an endpoint, as many as may be under way at once on all workers. */
export const claimDeliveries = (
  db: Db,
  endpointId: string,
): Promise<{ target: WebhookTarget; deliveries: ClaimedDelivery[] } | undefined> =>
  db.begin(async (tx) => {
    // Not `for update`: an event of a transaction that has not committed yet refers to the row.
    const [endpoint] = await tx`
      select ${targetColumns(tx)}, e.failing_since is not null as is_failing from webhook_endpoint e
      where e.id = ${endpointId} and ${maySend(tx)} for no key update skip locked`
    if (!endpoint) return undefined
    const deliveries = await tx<ClaimedDelivery[]>`
      update webhook_delivery set attempts = attempts + 1, sent_at = clock_timestamp(),
        leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      where id in (
        select d.id from webhook_delivery d where d.endpoint_id = ${endpointId} and ${isDue(tx)} order by d.due_at
        limit greatest(0, ${endpoint.is_failing ? AT_ONCE_WHILE_FAILING : AT_ONCE} - (
          select count(*) from webhook_delivery
          where endpoint_id = ${endpointId} and state = 'waiting' and leased_until > clock_timestamp())))
      returning id, endpoint_id as "endpointId", type, data, at, attempts, leased_until::text as "leasedUntil"`
    if (deliveries.length === 0) return undefined
    return { target: await targetOf(tx, endpoint as never), deliveries }
  })

interface Recorded extends Pick<PostResult, 'problem' | 'status'> {
  /** Seconds until the next attempt; undefined after the last one. */
  delay: number | undefined
}

/** Records the result, and whether the endpoint works. Nothing when another worker has the message by now. */
export async function recordResult(tx: Tx, delivery: ClaimedDelivery, result: Recorded): Promise<void> {
  const { problem, status, delay } = result
  const [endpoint] = await tx<{ failing: number | null }[]>`
    select extract(epoch from clock_timestamp() - failing_since)::float8 as failing from webhook_endpoint
    where id = ${delivery.endpointId} for no key update`
  const state = problem === null ? 'delivered' : delay === undefined ? 'failed' : 'waiting'
  const { count } = await tx`
    update webhook_delivery set state = ${state}, leased_until = null, status = ${status}, problem = ${problem},
      due_at = case when ${state === 'waiting'} then clock_timestamp() + make_interval(secs => ${delay ?? 0}) else due_at end
    where id = ${delivery.id} and state = 'waiting' and leased_until = ${delivery.leasedUntil}::text::timestamptz`
  if (count === 0 || !endpoint) return
  if (problem === null) await recordSuccess(tx, delivery.endpointId, endpoint.failing)
  else if (problem === 'GONE') await endGone(tx, delivery)
  else await recordFailure(tx, delivery.endpointId, endpoint.failing ?? 0)
}

async function recordSuccess(tx: Tx, endpointId: string, failing: number | null): Promise<void> {
  if (failing === null) return
  await tx`update webhook_endpoint set failing_since = null, probe_at = null where id = ${endpointId}`
  if (failing > OUTAGE_SECONDS)
    await tx`
      update webhook_delivery set due_at = clock_timestamp()
      where endpoint_id = ${endpointId} and state = 'waiting' and due_at > clock_timestamp()
        and (select count(*) from webhook_delivery where endpoint_id = ${endpointId} and state = 'waiting' and attempts > 0) > 1`
}

async function endGone(tx: Tx, { id, endpointId }: ClaimedDelivery): Promise<void> {
  await endWebhook(tx, endpointId, null)
  await tx`update webhook_delivery set state = 'failed' where id = ${id}`
}

const recordFailure = (tx: Tx, endpointId: string, failing: number) => tx`
  update webhook_endpoint set failing_since = coalesce(failing_since, clock_timestamp()),
    probe_at = clock_timestamp() + make_interval(secs => ${probeDelay(failing)}),
    paused_at = case when ${failing >= PAUSE_AFTER_SECONDS} then coalesce(paused_at, clock_timestamp()) else paused_at end
  where id = ${endpointId}`

export async function findDeliveries(
  sql: Sql,
  endpointId: string,
  request: PageRequest,
): Promise<Page<WebhookDelivery>> {
  const page = await readPage(sql, request, {
    select: (position) => sql`
      select ${position} id, type, at, state, attempts, sent_at, due_at, status, problem from webhook_delivery`,
    where: sql`endpoint_id = ${endpointId}`,
    order: newestFirst(sql`at`, sql`id`),
  })
  return mapPage(page, (row) => ({
    id: row.id,
    type: row.type,
    at: row.at.toISOString(),
    state: row.state,
    attempts: row.attempts,
    sentAt: row.sent_at?.toISOString() ?? null,
    dueAt: row.state === 'waiting' ? row.due_at.toISOString() : null,
    status: row.status,
    problem: row.problem,
  }))
}

/**
 * Sends messages of an active endpoint again: one, or all that failed. Returns their number; undefined when the endpoint
 * is not active.
 */
export async function repeatDeliveries(tx: Tx, endpointId: string, id?: string): Promise<number | undefined> {
  const [endpoint] = await tx`
    select from webhook_endpoint e where e.id = ${endpointId} and e.verified_at is not null and e.paused_at is null
      and e.ended_at is null for no key update`
  if (!endpoint) return undefined
  const { count } = await tx`
    update webhook_delivery d set state = 'waiting', attempts = 0, due_at = clock_timestamp()
    where d.endpoint_id = ${endpointId} and coalesce(d.leased_until <= clock_timestamp(), true)
      and ${id ? tx`d.id = ${id}` : tx`d.state = 'failed'`}`
  // The manager has reason to think that the endpoint works: it is tried at once.
  await tx`
    update webhook_endpoint set probe_at = clock_timestamp() where id = ${endpointId} and probe_at is not null`
  return count
}

import type { WebhookEndpoint, WebhookProblem } from '@cuida/core/access/webhook/webhook-api.ts'
import type { WebhookEvent } from '@cuida/core/kit/webhook-event.ts'
import { decryptRows, encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

export async function findWebhooks(sql: Sql, staffId: string): Promise<WebhookEndpoint[]> {
  const rows = await sql`
    select e.*, r.name as requester, e.requested_by = ${staffId} as is_own, d.name as decider,
      case when e.decided_at is not null and not e.is_approved then 'declined' when e.ended_at is not null then 'ended'
        when not e.is_approved then 'waiting' when e.verified_at is null then 'unverified'
        when e.paused_at is not null then 'paused' else 'active' end as state,
      case when e.earlier_secret_until > clock_timestamp() then e.earlier_secret_until end as earlier_until,
      (select count(*)::integer from webhook_delivery w where w.endpoint_id = e.id and w.state = 'waiting') as waiting,
      (select count(*)::integer from webhook_delivery w where w.endpoint_id = e.id and w.state = 'failed') as failed
    from webhook_endpoint e join staff r on r.id = e.requested_by left join staff d on d.id = e.decided_by
    order by e.decided_at is not null or e.ended_at is not null, e.requested_at desc limit ${MOST_LISTED}`
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    state: row.state,
    requestedBy: row.requester,
    isOwn: row.is_own,
    requestedAt: row.requested_at.toISOString(),
    decidedBy: row.decider,
    secretAt: row.secret_at?.toISOString() ?? null,
    earlierSecretUntil: row.earlier_until?.toISOString() ?? null,
    checkedAt: row.checked_at?.toISOString() ?? null,
    problem: row.problem,
    failingSince: row.failing_since?.toISOString() ?? null,
    isPausedByFailures: row.paused_at !== null && row.paused_by === null,
    waiting: row.waiting,
    failed: row.failed,
  }))
}
const MOST_LISTED = 200

interface NewWebhook {
  url: string
  description: string
  events: readonly WebhookEvent[]
  staffId: string
}

/** Undefined when the clinic has too many open endpoints. */
export async function insertWebhook(
  tx: Tx,
  { url, description, events, staffId }: NewWebhook,
): Promise<string | undefined> {
  await tx`select pg_advisory_xact_lock(hashtextextended('webhooks', 0))`
  const [row] = await tx<{ id: string }[]>`
    insert into webhook_endpoint (url, description, events, requested_by)
    select ${url}, ${description}, ${[...new Set(events)]}, ${staffId}
    where (select count(*) from webhook_endpoint where ended_at is null and (decided_at is null or is_approved)) < ${MOST_OPEN}
    returning id`
  return row?.id
}
const MOST_OPEN = 20

/** Locks a request that waits for a second manager. */
export async function lockWaitingWebhook(tx: Tx, id: string): Promise<{ requestedBy: string } | undefined> {
  const [row] = await tx<{ requestedBy: string }[]>`
    select requested_by as "requestedBy" from webhook_endpoint
    where id = ${id} and decided_at is null and ended_at is null for update`
  return row
}

export const saveDecision = (tx: Tx, id: string, by: { staffId: string; isApproved: boolean }) => tx`
  update webhook_endpoint set decided_by = ${by.staffId}, decided_at = clock_timestamp(), is_approved = ${by.isApproved}
  where id = ${id}`

/** The secret before it signs as well for the overlap. False when the endpoint has ended or is not approved. */
export async function replaceSecret(tx: Tx, id: string, secret: string, overlapHours: number): Promise<boolean> {
  const { count } = await tx`
    update webhook_endpoint set secret = ${encryptText(tx, 'webhook_endpoint.secret', secret)},
      secret_at = clock_timestamp(), earlier_secret = secret,
      earlier_secret_until = case when secret is not null then clock_timestamp() + make_interval(hours => ${overlapHours}) end
    where id = ${id} and is_approved and ended_at is null`
  return count > 0
}

export interface WebhookTarget {
  url: string
  /** That sign now, the current one first. */
  secrets: string[]
}

interface TargetRow {
  url: string
  secret: string | null
  earlier: string | null
}

/** Columns of `TargetRow` for an endpoint `e`. */
export const targetColumns = (sql: Sql) => sql`
  e.url, e.secret, case when e.earlier_secret_until > clock_timestamp() then e.earlier_secret end as earlier`

export async function targetOf(sql: Sql, row: TargetRow): Promise<WebhookTarget> {
  const [opened] = await decryptRows(sql, [row], {
    secret: 'webhook_endpoint.secret',
    earlier: 'webhook_endpoint.earlier_secret',
  })
  const secrets = [opened?.secret, opened?.earlier].filter((secret) => typeof secret === 'string')
  return { url: row.url, secrets }
}

/** An approved endpoint that has not ended; without secrets when none was issued. */
export async function findTarget(sql: Sql, id: string): Promise<WebhookTarget | undefined> {
  const [row] = await sql<TargetRow[]>`
    select ${targetColumns(sql)} from webhook_endpoint e where e.id = ${id} and e.is_approved and e.ended_at is null`
  return row && targetOf(sql, row)
}

/** A failed verification leaves an endpoint that was verified before as it is; after a good one it is tried at once. */
export const saveVerification = (tx: Tx, id: string, problem: WebhookProblem | null) => tx`
  update webhook_endpoint set checked_at = clock_timestamp(), problem = ${problem},
    verified_at = case when ${problem === null} then coalesce(verified_at, clock_timestamp()) else verified_at end,
    probe_at = case when ${problem === null} and failing_since is not null then clock_timestamp() else probe_at end
  where id = ${id} and is_approved and ended_at is null`

/** False when it is not active. */
export async function pause(tx: Tx, id: string, staffId: string): Promise<boolean> {
  const { count } = await tx`
    update webhook_endpoint set paused_at = clock_timestamp(), paused_by = ${staffId}
    where id = ${id} and verified_at is not null and paused_at is null and ended_at is null`
  return count > 0
}

/** What was due meanwhile is sent at once. False when it is not paused. */
export async function resume(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx`
    update webhook_endpoint set paused_at = null, paused_by = null, failing_since = null, probe_at = null
    where id = ${id} and paused_at is not null and ended_at is null`
  if (count === 0) return false
  await tx`
    update webhook_delivery set due_at = clock_timestamp(), attempts = 0
    where endpoint_id = ${id} and state = 'waiting' and coalesce(leased_until < clock_timestamp(), true)`
  return true
}

/** Ends it for good; what waits has failed. `staffId`: null when the endpoint itself said so. False when it has ended. */
export async function endWebhook(tx: Tx, id: string, staffId: string | null): Promise<boolean> {
  const { count } = await tx`
    update webhook_endpoint set ended_at = clock_timestamp(), ended_by = ${staffId}
    where id = ${id} and ended_at is null and (decided_at is null or is_approved)`
  if (count === 0) return false
  await tx`
    update webhook_delivery set state = 'failed', leased_until = null where endpoint_id = ${id} and state = 'waiting'`
  return true
}

import type { ApiKey } from '@cuida/core/access/api-key/api-key-api.ts'
import type { Scope } from '@cuida/core/kit/scope.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/** SQL: `api_key k` may be used. */
export const isActiveKey = (sql: Sql) =>
  sql`(k.is_approved and k.ended_at is null and k.expires_at > clock_timestamp())`

const isWorking = (sql: Sql) => sql`(s.ends_at is null or s.ends_at > clock_timestamp())`

export async function findApiKeys(sql: Sql, staffId: string): Promise<ApiKey[]> {
  const rows = await sql`
    select k.id, k.name, k.scopes, k.requested_at, k.expires_at, k.last_used_at, r.name as requested_by,
      k.requested_by = ${staffId} as is_own, d.name as decided_by,
      case when k.decided_at is not null and not k.is_approved then 'declined' when k.ended_at is not null then 'revoked'
        when k.expires_at <= clock_timestamp() then 'expired' when k.is_approved then 'active' else 'waiting' end as state,
      (select coalesce(json_agg(json_build_object('createdAt', s.created_at, 'endsAt', s.ends_at) order by s.created_at), '[]')
        from api_key_secret s where s.key_id = k.id and ${isWorking(sql)}) as secrets
    from api_key k join staff r on r.id = k.requested_by left join staff d on d.id = k.decided_by
    order by k.decided_at is not null or k.ended_at is not null or k.expires_at <= clock_timestamp(), k.requested_at desc limit ${MOST_LISTED}`
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    state: row.state,
    requestedBy: row.requested_by,
    isOwn: row.is_own,
    requestedAt: row.requested_at.toISOString(),
    decidedBy: row.decided_by,
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    secrets: (row.secrets as { createdAt: string; endsAt: string | null }[]).map(({ createdAt, endsAt }) => ({
      createdAt: new Date(createdAt).toISOString(),
      endsAt: endsAt && new Date(endsAt).toISOString(),
    })),
  }))
}
const MOST_LISTED = 200

/** Undefined when the clinic has too many open keys. */
export async function insertApiKey(
  tx: Tx,
  key: { name: string; scopes: readonly Scope[]; days: number; staffId: string },
): Promise<string | undefined> {
  await tx`select pg_advisory_xact_lock(hashtextextended('api keys', 0))`
  const [row] = await tx<{ id: string }[]>`
    insert into api_key (name, scopes, requested_by, expires_at)
    select ${key.name}, ${[...new Set(key.scopes)]}, ${key.staffId}, clock_timestamp() + make_interval(days => ${key.days})
    where (select count(*) from api_key where ended_at is null and decided_at is null or is_approved and ended_at is null
      and expires_at > clock_timestamp()) < ${MOST_OPEN}
    returning id`
  return row?.id
}
const MOST_OPEN = 100

/** Locks a request that waits for a second manager. */
export async function lockWaitingKey(tx: Tx, id: string): Promise<{ requestedBy: string } | undefined> {
  const [row] = await tx<{ requestedBy: string }[]>`
    select requested_by as "requestedBy" from api_key
    where id = ${id} and decided_at is null and ended_at is null and expires_at > clock_timestamp() for update`
  return row
}

export const saveDecision = (tx: Tx, id: string, by: { staffId: string; isApproved: boolean }) => tx`
  update api_key set decided_by = ${by.staffId}, decided_at = clock_timestamp(), is_approved = ${by.isApproved}
  where id = ${id}`

/** Adds a secret; earlier ones end after the overlap. False when the key may not be used. */
export async function insertSecret(tx: Tx, id: string, hash: Buffer, overlapHours: number): Promise<boolean> {
  const [key] = await tx`select 1 from api_key k where k.id = ${id} and ${isActiveKey(tx)} for update`
  if (!key) return false
  await tx`
    update api_key_secret set ends_at = least(ends_at, clock_timestamp() + make_interval(hours => ${overlapHours}))
    where key_id = ${id}`
  await tx`insert into api_key_secret (hash, key_id) values (${hash}, ${id})`
  return true
}

/** False when it has ended already. */
export async function endKey(tx: Tx, id: string, staffId: string): Promise<boolean> {
  const { count } = await tx`
    update api_key set ended_by = ${staffId}, ended_at = clock_timestamp()
    where id = ${id} and ended_at is null and (decided_at is null or is_approved)`
  return count > 0
}

/** The scopes of an active key with this secret, which counts as used now. */
export async function useSecret(sql: Sql, id: string, hash: Buffer): Promise<Scope[] | undefined> {
  const [row] = await sql<{ scopes: Scope[] }[]>`
    update api_key k set last_used_at = clock_timestamp() from api_key_secret s
    where k.id = ${id} and s.key_id = k.id and s.hash = ${hash} and ${isWorking(sql)} and ${isActiveKey(sql)}
    returning k.scopes`
  return row?.scopes
}

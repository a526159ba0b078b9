import type { OwnSession } from '@cuida/core/access/session/session-api.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { isOpen } from '../../kit/http/access.ts'
import type { Origin } from './origin-store.ts'

export type Owner = { accountId: string } | { staffId: string }
export type Audience = 'patients' | 'staff'
export type EndReason = 'logout' | 'idle' | 'forced' | 'reuse' | 'blocked' | 'password' | 'deleted' | 'staff'

// Seconds in which the token before the newest one is answered with the same successor again, for a lost response
// (product 3.2).
const REPLAY_SECONDS = 10
/** Maximum session length, even without a pause; for staff about one working day (docs/decisions/0005). */
const MAX_HOURS = { account: 168, staff: 12 }

// Seconds in which a client that lost the response of a sign-in repeats it: a page waits 30 s for a response.
const REPEAT_SECONDS = 60

/** Locks the account while its sessions are counted; undefined when it may not sign in. */
export async function lockAccount(tx: Tx, accountId: string): Promise<'active' | 'blocked' | undefined> {
  const [row] = await tx`select status from account where id = ${accountId} for update`
  return row?.status === 'active' || row?.status === 'blocked' ? row.status : undefined
}

/** Open sessions of the account, the least recently used first; ends those that have expired. */
export async function findOpenSessions(tx: Tx, accountId: string, idleMinutes: number): Promise<string[]> {
  await tx`
    update session s set ended_at = clock_timestamp(), end_reason = 'idle'
    where s.account_id = ${accountId} and s.ended_at is null and not ${isOpen(tx, idleMinutes)}`
  const rows = await tx<{ id: string }[]>`
    select id from session where account_id = ${accountId} and ended_at is null order by last_seen_at, created_at, id`
  return rows.map((row) => row.id)
}

export async function insertSession(tx: Tx, owner: Owner, refreshHash: Buffer, device: string | null): Promise<string> {
  const account = 'accountId' in owner ? owner.accountId : null
  const staff = 'staffId' in owner ? owner.staffId : null
  const rows = await tx<{ id: string }[]>`
    insert into session (account_id, staff_id, device, created_at, last_seen_at, ends_at)
    select ${account}::uuid, ${staff}::uuid, ${device}, at, at,
      at + make_interval(hours => ${account ? MAX_HOURS.account : MAX_HOURS.staff})
    from (select clock_timestamp() as at) birth returning id`
  const { id } = rows[0] as { id: string }
  await tx`insert into refresh_token (hash, session_id, generation) values (${refreshHash}, ${id}, 1)`
  return id
}

/** Whether the sign-in is at most `minutes` ago. A refresh keeps the session and its start. */
export async function isSignedInWithin(sql: Sql, sessionId: string, minutes: number): Promise<boolean> {
  const rows = await sql`
    select 1 from session
    where id = ${sessionId} and created_at > clock_timestamp() - make_interval(mins => ${minutes})`
  return rows.length > 0
}

/** Ends the open ones of these sessions and notifies every server process. */
export async function endSessions(sql: Sql, ids: readonly string[], reason: EndReason): Promise<void> {
  await endSessionsWhere(sql, sql`id in ${sql(ids)}`, reason)
}

async function endSessionsWhere(sql: Sql, condition: ReturnType<Sql>, reason: EndReason): Promise<number> {
  const ended = await sql<{ id: string }[]>`
    update session set ended_at = clock_timestamp(), end_reason = ${reason}
    where ${condition} and ended_at is null returning id`
  await notifyChanged(
    sql,
    ended.map(({ id }) => `session:${id}`),
  )
  return ended.length
}

/** Ends every open session of the audience, also one that a concurrent sign-in is opening; returns how many. */
export async function endAllSessionsOf(tx: Tx, audience: Audience): Promise<number> {
  await tx`lock table session in share row exclusive mode`
  return endSessionsWhere(tx, audience === 'patients' ? tx`account_id is not null` : tx`staff_id is not null`, 'staff')
}

const isOf = (sql: Sql, owner: Owner) =>
  'accountId' in owner ? sql`s.account_id = ${owner.accountId}` : sql`s.staff_id = ${owner.staffId}`

/** Ends every session of the owner except `but`; returns how many were open. */
export async function endSessionsOf(tx: Tx, owner: Owner, reason: EndReason, but?: string): Promise<number> {
  const open = await tx<{ id: string }[]>`
    select s.id from session s where ${isOf(tx, owner)} and s.ended_at is null and s.id is distinct from ${but ?? null}`
  if (open.length > 0)
    await endSessions(
      tx,
      open.map(({ id }) => id),
      reason,
    )
  return open.length
}

/** Ends one session of this owner; false when there is none to end. */
export async function endOwnSession(tx: Tx, owner: Owner, id: string): Promise<boolean> {
  const rows = await tx`
    select 1 from session s where s.id = ${id} and ${isOf(tx, owner)} and s.ended_at is null for update`
  if (rows.length === 1) await endSessions(tx, [id], 'logout')
  return rows.length === 1
}

/** The owner's open sessions, the most recently used first; `own` is the session of the request. */
export async function listOpenSessions(
  sql: Sql,
  owner: Owner,
  own: string,
  idleMinutes: number,
): Promise<OwnSession[]> {
  const rows = await sql<{ id: string; device: string | null; createdAt: Date; lastSeenAt: Date }[]>`
    select s.id, s.device, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt" from session s
    where ${isOf(sql, owner)} and ${isOpen(sql, idleMinutes)} order by s.last_seen_at desc, s.id`
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    current: row.id === own,
  }))
}

/** Records activity, at most twice a minute; false when the session has ended. */
export async function touchSession(sql: Sql, id: string, idleMinutes: number): Promise<boolean> {
  // Read first: most heartbeats have nothing to write, and a statement that might write costs twice as much.
  const [row] = await sql<{ stale: boolean }[]>`
    select s.last_seen_at < clock_timestamp() - interval '30 seconds' as stale
    from session s where s.id = ${id} and ${isOpen(sql, idleMinutes)}`
  if (!row?.stale) return row !== undefined
  const done = await sql`
    update session s set last_seen_at = clock_timestamp() where s.id = ${id} and ${isOpen(sql, idleMinutes)}`
  return done.count === 1
}

/** Seconds until the session's maximum length; a call in progress may exceed it a little. */
export async function secondsLeft(sql: Sql, id: string): Promise<number> {
  const [row] = await sql<{ seconds: number }[]>`
    select extract(epoch from s.ends_at - clock_timestamp())::int as seconds from session s where s.id = ${id}`
  return row?.seconds ?? 0
}

/** A recent session with an unused first token that was requested from the same origin. */
export async function findJustOpened(tx: Tx, hash: Buffer, { device, network }: Origin): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    select s.id from refresh_token t join session s on s.id = t.session_id
    left join session_origin o on o.session_id = s.id
    where t.hash = ${hash} and t.replaced_at is null and s.ended_at is null
      and s.created_at > clock_timestamp() - make_interval(secs => ${REPEAT_SECONDS})
      and coalesce(o.device = ${device} and o.network = ${network}, true)`
  return row?.id
}

export interface HeldSession {
  id: string
  owner: Owner
  open: boolean
}

export async function findSessionOfToken(tx: Tx, hash: Buffer, idleMinutes: number): Promise<HeldSession | undefined> {
  const [row] = await tx`
    select s.id, s.account_id, s.staff_id, ${isOpen(tx, idleMinutes)} and coalesce(a.status, t.status) = 'active' as open
    from session s left join account a on a.id = s.account_id left join staff t on t.id = s.staff_id
    where s.id = (select session_id from refresh_token where hash = ${hash})`
  if (!row) return undefined
  return {
    id: row.id,
    owner: row.account_id ? { accountId: row.account_id } : { staffId: row.staff_id },
    open: row.open,
  }
}

/** `newest` was not used yet; `just-replaced` may repeat for a moment after a lost response; `old` was stolen. */
export async function ageOfToken(tx: Tx, hash: Buffer): Promise<'newest' | 'just-replaced' | 'old'> {
  const [row] = await tx`
    select t.replaced_at is null as newest,
      n.replaced_at is null and t.replaced_at > clock_timestamp() - make_interval(secs => ${REPLAY_SECONDS}) as just_replaced
    from refresh_token t left join refresh_token n on n.session_id = t.session_id and n.generation = t.generation + 1
    where t.hash = ${hash}`
  if (row?.newest) return 'newest'
  return row?.just_replaced ? 'just-replaced' : 'old'
}

/** The hash of the token that replaced this one. */
export async function findSuccessor(tx: Tx, hash: Buffer): Promise<Buffer | undefined> {
  const [row] = await tx<{ hash: Buffer }[]>`
    select n.hash from refresh_token t
    join refresh_token n on n.session_id = t.session_id and n.generation = t.generation + 1 where t.hash = ${hash}`
  return row?.hash
}

/** The second of two concurrent requests with one token finds it replaced; both return the same successor. */
export async function replaceToken(tx: Tx, hash: Buffer, successor: Buffer): Promise<void> {
  await tx`
    with replaced as (
      update refresh_token set replaced_at = clock_timestamp()
      where hash = ${hash} and replaced_at is null returning session_id, generation)
    insert into refresh_token (hash, session_id, generation)
    select ${successor}, session_id, generation + 1 from replaced`
}

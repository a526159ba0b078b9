import { isOpen } from '../../kit/access.ts'
import { notifyChanged } from '../../kit/changes.ts'
import type { Sql, Tx } from '../../kit/db.ts'

export type Owner = { accountId: string } | { staffId: string }
export type EndReason = 'logout' | 'idle' | 'forced' | 'reuse' | 'blocked' | 'password' | 'deleted' | 'staff'

// Within this time the token before the last one gets the same successor again: an answer that was lost (quality A5).
const REPLAY_SECONDS = 10

/** Holds the account still while its sessions are counted; undefined when it may not sign in. */
export async function lockAccount(tx: Tx, accountId: string): Promise<'active' | 'blocked' | undefined> {
  const [row] = await tx`select status from account where id = ${accountId} for update`
  return row?.status === 'active' || row?.status === 'blocked' ? row.status : undefined
}

/** Open sessions of the account, the least recently used first; those that have run out are ended on the way. */
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
    insert into session (account_id, staff_id, device, created_at, last_seen_at)
    values (${account}, ${staff}, ${device}, clock_timestamp(), clock_timestamp()) returning id`
  const { id } = rows[0] as { id: string }
  await tx`insert into refresh_token (hash, session_id, generation) values (${refreshHash}, ${id}, 1)`
  return id
}

/** Ends what is still open of these and tells every process. */
export async function endSessions(sql: Sql, ids: readonly string[], reason: EndReason): Promise<void> {
  const ended = await sql<{ id: string }[]>`
    update session set ended_at = clock_timestamp(), end_reason = ${reason}
    where id in ${sql(ids)} and ended_at is null returning id`
  await notifyChanged(
    sql,
    ended.map(({ id }) => `session:${id}`),
  )
}

/** Ends every session of the account, or all but the one that asks. */
export async function endSessionsOf(tx: Tx, accountId: string, reason: EndReason, but?: string): Promise<void> {
  const open = await tx<{ id: string }[]>`
    select id from session where account_id = ${accountId} and ended_at is null and id is distinct from ${but ?? null}`
  if (open.length > 0)
    await endSessions(
      tx,
      open.map(({ id }) => id),
      reason,
    )
}

/** Ends one session if it is the account's; false when there is none to end. */
export async function endOwnSession(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const rows = await tx`
    select 1 from session where id = ${id} and account_id = ${accountId} and ended_at is null for update`
  if (rows.length === 1) await endSessions(tx, [id], 'logout')
  return rows.length === 1
}

/** The account's open sessions, the most recently used first. */
export async function listOpenSessions(sql: Sql, accountId: string, idleMinutes: number) {
  const rows = await sql<{ id: string; device: string | null; createdAt: Date; lastSeenAt: Date }[]>`
    select s.id, s.device, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt" from session s
    where s.account_id = ${accountId} and ${isOpen(sql, idleMinutes)} order by s.last_seen_at desc, s.id`
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }))
}

/** Somebody is there. Written at most twice a minute; false when the session has ended meanwhile. */
export async function touchSession(sql: Sql, id: string, idleMinutes: number): Promise<boolean> {
  // Looked at first: most heartbeats have nothing to write, and a statement that might write costs twice as much.
  const [row] = await sql<{ stale: boolean }[]>`
    select s.last_seen_at < clock_timestamp() - interval '30 seconds' as stale
    from session s where s.id = ${id} and ${isOpen(sql, idleMinutes)}`
  if (!row?.stale) return row !== undefined
  const done = await sql`
    update session s set last_seen_at = clock_timestamp() where s.id = ${id} and ${isOpen(sql, idleMinutes)}`
  return done.count === 1
}

export interface HeldSession {
  id: string
  owner: Owner
  open: boolean
}

/** The session that a refresh token is of. */
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

/** The newest token has not been used; the one before it may come again for a moment; anything older was stolen. */
export async function ageOfToken(tx: Tx, hash: Buffer): Promise<'newest' | 'just-replaced' | 'old'> {
  const [row] = await tx`
    select t.replaced_at is null as newest,
      n.replaced_at is null and t.replaced_at > clock_timestamp() - make_interval(secs => ${REPLAY_SECONDS}) as just_replaced
    from refresh_token t left join refresh_token n on n.session_id = t.session_id and n.generation = t.generation + 1
    where t.hash = ${hash}`
  if (row?.newest) return 'newest'
  return row?.just_replaced ? 'just-replaced' : 'old'
}

/** Of two requests with one token the second finds it replaced: both hand out the same successor. */
export async function replaceToken(tx: Tx, hash: Buffer, successor: Buffer): Promise<void> {
  await tx`
    with replaced as (
      update refresh_token set replaced_at = clock_timestamp()
      where hash = ${hash} and replaced_at is null returning session_id, generation)
    insert into refresh_token (hash, session_id, generation)
    select ${successor}, session_id, generation + 1 from replaced`
}

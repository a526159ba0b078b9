import {
  MANAGER_ACTIONS,
  type ManagerAction,
  type Person,
  type PersonKind,
  type SessionRecord,
} from '@cuida/core/access/people/people-api.ts'
import type { Row } from 'postgres'
import { decryptRows } from '../../kit/crypto/encrypted-text.ts'
import type { Sql } from '../../kit/db/db.ts'
import { isOpen } from '../../kit/http/access.ts'

const LIMIT = 50

const owner = (sql: Sql, kind: PersonKind) => sql(kind === 'patient' ? 's.account_id' : 's.staff_id')

/**
 * The network label is two letters and two digits of a keyed hash: the same label means the same network and reveals
 * no address.
 */
const originOf = (row: Row) => ({
  device: row.device,
  network: row.network ? row.network.toString('hex').slice(0, 4).toUpperCase() : null,
})

/** Newest first. A session that expired but was not marked yet is returned as ended. */
export async function sessionsOf(
  sql: Sql,
  kind: PersonKind,
  id: string,
  idleMinutes: number,
): Promise<SessionRecord[]> {
  const rows = await sql`
    select s.id, s.created_at, s.last_seen_at, s.ended_at, s.end_reason, ${isOpen(sql, idleMinutes)} as open,
      s.last_seen_at + make_interval(mins => ${idleMinutes}) > greatest(s.ends_at, s.call_until) as aged,
      o.device, o.network
    from session s left join session_origin o on o.session_id = s.id
    where ${owner(sql, kind)} = ${id} order by s.created_at desc, s.id limit ${LIMIT}`
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    endedAt: row.open ? null : (row.ended_at ?? row.last_seen_at).toISOString(),
    endReason: row.open ? null : (row.end_reason ?? (row.aged ? 'age' : 'idle')),
    ...originOf(row),
  }))
}

export async function openSessionsOf(sql: Sql, kind: PersonKind, id: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select s.id from session s where ${owner(sql, kind)} = ${id} and s.ended_at is null order by s.id`
  return rows.map((row) => row.id)
}

export async function isSessionOf(sql: Sql, kind: PersonKind, id: string, sessionId: string): Promise<boolean> {
  const rows = await sql`select 1 from session s where s.id = ${sessionId} and ${owner(sql, kind)} = ${id}`
  return rows.length > 0
}

export async function failuresOf(sql: Sql, id: string): Promise<Person['failures']> {
  const rows = await sql`
    select at, device, network from failed_sign_in where owner_id = ${id} order by at desc limit ${LIMIT}`
  return rows.map((row) => ({ at: row.at.toISOString(), ...originOf(row) }))
}

/** Actions of managers on a person's account, newest first; without actions in the person's care. */
export async function managerActionsOn(sql: Sql, kind: PersonKind, id: string): Promise<ManagerAction[]> {
  const rows = await sql<{ at: Date; act: ManagerAction['act']; by: string; reason: string }[]>`
    select a.at, a.act, s.name as by, a.reason from audit a join staff s on s.id = a.staff_id
    where a.subject_kind = ${kind} and a.subject_id = ${id} and a.act = any(${MANAGER_ACTIONS}::text[])
    order by a.seq desc limit ${LIMIT}`
  const opened = await decryptRows(sql, rows, { reason: 'audit.reason' })
  return opened.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }))
}

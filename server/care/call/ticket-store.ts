import type { CallConnection, CallRole } from '@cuida/core/care/call/call-signal.ts'
import { hashOf, randomKey } from '../../kit/crypto/secrets.ts'
import type { Sql } from '../../kit/db/db.ts'

const LIFE_SECONDS = 60

/** Admits one participant to one call, in one role. Only the hash of its key is stored. */
export interface Ticket {
  consultationId: string
  actionId: string
  role: CallRole
  connection: CallConnection
  /** Id of the account, the member of staff or the invitation. */
  subjectId: string
  /** null for a guest, who has no session. */
  sessionId: string | null
  /** The invitation that a guest connection depends on; null on the main connection. */
  guestId: string | null
}

export interface RedeemedTicket extends Ticket {
  secondsSinceIssue: number
}

export async function insertTicket(sql: Sql, ticket: Ticket): Promise<{ ticket: string; expiresAt: string }> {
  const { consultationId, actionId, role, connection, subjectId, sessionId, guestId } = ticket
  const key = randomKey(256)
  await sql`delete from call_ticket where consultation_id = ${consultationId} and expires_at < clock_timestamp()`
  const [row] = await sql<{ expires_at: Date }[]>`
    insert into call_ticket (hash, consultation_id, call_action_id, role, connection, subject_id, session_id, guest_id, expires_at)
    values (${hashOf(key)}, ${consultationId}, ${actionId}, ${role}, ${connection}, ${subjectId}, ${sessionId}, ${guestId},
      clock_timestamp() + make_interval(secs => ${LIFE_SECONDS}))
    returning expires_at`
  return { ticket: key, expiresAt: (row?.expires_at ?? new Date()).toISOString() }
}

/**
 * Redeems a ticket. It works once, also for concurrent requests, and not after its session has ended or its
 * invitation was revoked.
 */
export async function redeemTicket(sql: Sql, key: string): Promise<RedeemedTicket | undefined> {
  const [row] = await sql`
    update call_ticket t set used_at = clock_timestamp()
    where t.hash = ${hashOf(key)} and t.used_at is null and t.expires_at > clock_timestamp()
      and (t.session_id is null or exists (select 1 from session s where s.id = t.session_id and s.ended_at is null))
      and (t.guest_id is null or exists (select 1 from call_guest g where g.id = t.guest_id and g.ended_at is null))
    returning t.consultation_id, t.call_action_id, t.role, t.connection, t.subject_id, t.session_id, t.guest_id,
      ${LIFE_SECONDS} - extract(epoch from t.expires_at - clock_timestamp())::double precision as since_issue`
  return (
    row && {
      consultationId: row.consultation_id,
      actionId: row.call_action_id,
      role: row.role,
      connection: row.connection,
      subjectId: row.subject_id,
      sessionId: row.session_id,
      guestId: row.guest_id,
      secondsSinceIssue: row.since_issue,
    }
  )
}

import type { CallRole } from '@cuida/core/care/call-signal.ts'
import type { Sql } from '../../kit/db.ts'
import { hashOf, randomKey } from '../../kit/secrets.ts'

const LIFE_SECONDS = 60

/** Who may come into which call, in which role; only the hash of the key is stored. */
export interface Ticket {
  consultationId: string
  actionId: string
  role: CallRole
  /** The account or the staff member. */
  subjectId: string
  sessionId: string
}

export async function insertTicket(sql: Sql, ticket: Ticket): Promise<{ ticket: string; expiresAt: string }> {
  const { consultationId, actionId, role, subjectId, sessionId } = ticket
  const key = randomKey(256)
  await sql`delete from call_ticket where consultation_id = ${consultationId} and expires_at < clock_timestamp()`
  const [row] = await sql<{ expires_at: Date }[]>`
    insert into call_ticket (hash, consultation_id, call_action_id, role, subject_id, session_id, expires_at)
    values (${hashOf(key)}, ${consultationId}, ${actionId}, ${role}, ${subjectId}, ${sessionId},
      clock_timestamp() + make_interval(secs => ${LIFE_SECONDS}))
    returning expires_at`
  return { ticket: key, expiresAt: (row?.expires_at ?? new Date()).toISOString() }
}

/** Opens once: of many who show the same ticket at the same time one gets in. Nobody whose session ended does. */
export async function spendTicket(sql: Sql, key: string): Promise<Ticket | undefined> {
  const [row] = await sql`
    update call_ticket t set used_at = clock_timestamp()
    where t.hash = ${hashOf(key)} and t.used_at is null and t.expires_at > clock_timestamp()
      and exists (select 1 from session s where s.id = t.session_id and s.ended_at is null)
    returning t.consultation_id, t.call_action_id, t.role, t.subject_id, t.session_id`
  return (
    row && {
      consultationId: row.consultation_id,
      actionId: row.call_action_id,
      role: row.role,
      subjectId: row.subject_id,
      sessionId: row.session_id,
    }
  )
}

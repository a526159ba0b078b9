import type { Invitation } from '@cuida/core/access/team/team-api.ts'
import type { Sql } from '../../kit/db/db.ts'
import { stands, TOLD_DAYS } from './invitation-store.ts'

/** As `staffId` is shown them, the newest first; one that is over stays until somebody withdraws it or invites anew. */
export async function findInvitations(sql: Sql, staffId: string): Promise<Invitation[]> {
  const rows = await sql`
    select i.id, i.name, i.email, i.role, i.staff_id as "memberId", i.clinician_id as "clinicianId",
      i.created_at as "invitedAt", i.expires_at as "expiresAt", b.name as "invitedBy",
      i.invited_by is not distinct from ${staffId} as "isMine", a.name as "answeredBy", i.answer,
      case when i.ended_as = 'declined' then 'declined' when not ${stands(sql)} then 'over'
        when i.needs_second and i.approved_at is null then 'waiting' else 'open' end as state
    from staff_invitation i left join staff b on b.id = i.invited_by
      left join staff a on a.id = coalesce(i.approved_by, i.declined_by)
    where i.ended_at is null
      or i.ended_as = 'declined' and i.ended_at > clock_timestamp() - make_interval(days => ${TOLD_DAYS})
    order by i.created_at desc, i.id`
  return rows.map(
    (row) => ({ ...row, invitedAt: row.invitedAt.toISOString(), expiresAt: row.expiresAt.toISOString() }) as Invitation,
  )
}

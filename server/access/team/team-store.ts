import type { Member } from '@cuida/core/access/team/team-api.ts'
import type { Sql } from '../../kit/db/db.ts'

/** Everybody who may sign in at the desk, and who may no more. */
export async function findMembers(sql: Sql): Promise<Member[]> {
  const rows = await sql<Member[]>`
    select id, name, email, role, status, link_due_since is not null as "isLinkDue", clinician_id as "clinicianId" from staff order by name, id`
  return [...rows]
}

export async function findMember(sql: Sql, id: string): Promise<Member | undefined> {
  return (await findMembers(sql)).find((member) => member.id === id)
}

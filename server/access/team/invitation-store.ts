import type { StaffRole } from '@cuida/core/access/staff-api.ts'
import type { Row } from 'postgres'
import type { Sql, Tx } from '../../kit/db.ts'
import { hashOf } from '../../kit/secrets.ts'

export interface Invited {
  name: string
  email: string
  role: StaffRole
  clinicianId: string | null
  /** Of a member who begins anew. */
  memberId: string | null
  /** null: made on the clinic's own machine. */
  invitedBy: string | null
}
export interface Invitation extends Invited {
  id: string
  totpSecret: Buffer
  expiresAt: Date
}

const invitationOf = (row: Row): Invitation => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  clinicianId: row.clinician_id,
  memberId: row.staff_id,
  invitedBy: row.invited_by,
  totpSecret: row.totp_secret,
  expiresAt: row.expires_at,
})

/** What opens the door: neither late nor by, or for, somebody who is blocked. */
const isOpen = (sql: Sql) => sql`(
  i.ended_at is null and i.expires_at > clock_timestamp() and not exists (
    select 1 from staff b where b.id in (i.invited_by, i.staff_id) and b.status = 'blocked'))`

/** False: a live invitation, or a member, has the address. */
export async function insertInvitation(
  tx: Tx,
  { name, email, role, clinicianId, memberId, invitedBy }: Invited,
  { id, secret, totpSecret }: { id: string; secret: string; totpSecret: Buffer },
): Promise<boolean> {
  const rows = await tx`
    insert into staff_invitation (id, name, email, role, clinician_id, staff_id, secret_hash, totp_secret, invited_by)
    values (${id}, ${name}, ${email}, ${role}, ${clinicianId}, ${memberId}, ${hashOf(secret)}, ${totpSecret}, ${invitedBy})
    on conflict (lower(email)) where ended_at is null do nothing returning 1`
  // After the insert, which waited for whoever is joining by this address.
  const [member] = await tx`
    select 1 from staff where lower(email) = lower(${email}) and id is distinct from ${memberId}`
  return rows.length === 1 && !member
}

/** What an invitation in its place puts an end to: one that opens nothing any more, or any of the member's own. */
export const findReplaced = async (tx: Tx, email: string, memberId: string | null): Promise<string[]> => {
  const rows = await tx<{ id: string }[]>`
    select i.id from staff_invitation i
    where lower(i.email) = lower(${email}) and i.ended_at is null
      and (not ${isOpen(tx)} or i.staff_id = ${memberId}) for update of i`
  return rows.map(({ id }) => id)
}

/** False: there is none to end. A clinician who never came to be goes with it. */
export async function endInvitation(tx: Tx, id: string, as: 'accepted' | 'withdrawn' | 'replaced'): Promise<boolean> {
  const [row] = await tx`
    update staff_invitation set ended_at = clock_timestamp(), ended_as = ${as}, totp_secret = null
    where id = ${id} and ended_at is null returning clinician_id, staff_id`
  if (row?.clinician_id && row.staff_id === null && as !== 'accepted') await forgetClinician(tx, row.clinician_id)
  return row !== undefined
}

async function forgetClinician(tx: Tx, id: string): Promise<void> {
  await tx`delete from clinician_hours where clinician_id = ${id}`
  await tx`delete from clinician_exception where clinician_id = ${id}`
  await tx`delete from clinician_product where clinician_id = ${id}`
  await tx`delete from clinician where id = ${id}`
}

export async function findBySecret(sql: Sql, secret: string): Promise<Invitation | undefined> {
  const [row] = await sql`select i.* from staff_invitation i where i.secret_hash = ${hashOf(secret)} and ${isOpen(sql)}`
  return row && invitationOf(row)
}

/** Who invites and who is invited first, then the invitation: in the order that blocking and renewing take them. */
export async function lockInvitation(tx: Tx, { id, invitedBy, memberId }: Invitation): Promise<Invitation | undefined> {
  await tx`select 1 from staff where id in (${invitedBy}, ${memberId}) order by id for update`
  const [row] = await tx`select i.* from staff_invitation i where i.id = ${id} and i.ended_at is null for update`
  const [open] = await tx`select 1 from staff_invitation i where i.id = ${id} and ${isOpen(tx)}`
  return row && open && invitationOf(row)
}

/** Whom one is of who begins anew, to be locked before it; undefined of others, and when there is none. */
export async function findMemberOf(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql`select staff_id from staff_invitation where id = ${id} and ended_at is null`
  return row?.staff_id ?? undefined
}

/** What its letter says; undefined when it is over. */
export async function findForLetter(sql: Sql, id: string): Promise<(Invitation & { inviter: string }) | undefined> {
  const [row] = await sql`
    select i.*, t.name as inviter from staff_invitation i join staff t on t.id = i.invited_by
    where i.id = ${id} and ${isOpen(sql)}`
  return row && { ...invitationOf(row), inviter: row.inviter }
}

/** The newest first; one that is over stays until somebody withdraws it or invites anew. */
export async function findInvitations(sql: Sql) {
  const rows = await sql`
    select i.*, not ${isOpen(sql)} as is_over from staff_invitation i
    where i.ended_at is null order by i.created_at desc, i.id`
  return rows.map((row) => {
    const { id, name, email, role, memberId, clinicianId, expiresAt } = invitationOf(row)
    const invitedAt: string = row.created_at.toISOString()
    const who = { id, name, email, role, memberId, clinicianId }
    return { ...who, invitedAt, expiresAt: expiresAt.toISOString(), isOver: row.is_over }
  })
}

import type { StaffRole } from '@cuida/core/access/team/staff-api.ts'
import type { Invitation as ListedInvitation, Member } from '@cuida/core/access/team/team-api.ts'
import { INVITATION_REQUEST_DAYS } from '@cuida/core/kit/assumptions.ts'
import type { Row } from 'postgres'
import { hashOf } from '../../kit/crypto/secrets.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/** Days for which a declined invitation stays in the list. */
export const DECLINED_INVITATION_DAYS = 7
/** Days for which a link is valid after it was sent. */
const LINK_DAYS = 3

export interface InvitedPerson {
  name: string
  email: string
  role: StaffRole
  clinicianId: string | null
  /** Set when an existing member's access is renewed. */
  memberId: string | null
  /** null: made on the command line of the server. */
  invitedBy: string | null
  /** The link stays closed until another manager approves. */
  needsSecond: boolean
}
export interface Invitation extends InvitedPerson {
  id: string
  totpSecret: Buffer
  expiresAt: Date
  approvedBy: string | null
}

const invitationOf = (row: Row): Invitation => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  clinicianId: row.clinician_id,
  memberId: row.staff_id,
  invitedBy: row.invited_by,
  needsSecond: row.needs_second,
  approvedBy: row.approved_by,
  totpSecret: row.totp_secret,
  expiresAt: row.expires_at,
})

/**
 * SQL condition: not ended, not expired, and neither the inviter nor the invited member is blocked. It may still wait
 * for approval.
 */
export const isPendingInvitation = (sql: Sql) => sql`(
  i.ended_at is null and i.expires_at > clock_timestamp() and not exists (
    select 1 from staff b where b.id in (i.invited_by, i.approved_by, i.staff_id) and b.status = 'blocked'))`

const waits = (sql: Sql) => sql`(i.needs_second and i.approved_at is null)`

const isOpen = (sql: Sql) => sql`(${isPendingInvitation(sql)} and not ${waits(sql)})`

/** False when a live invitation or a member has the address. */
export async function insertInvitation(
  tx: Tx,
  { name, email, role, clinicianId, memberId, invitedBy, needsSecond }: InvitedPerson,
  { id, secret, totpSecret }: { id: string; secret: string; totpSecret: Buffer },
): Promise<boolean> {
  const rows = await tx`
    insert into staff_invitation (id, name, email, role, clinician_id, staff_id, secret_hash, totp_secret, invited_by,
      needs_second, expires_at)
    values (${id}, ${name}, ${email}, ${role}, ${clinicianId}, ${memberId}, ${hashOf(secret)}, ${totpSecret}, ${invitedBy},
      ${needsSecond}, clock_timestamp() + make_interval(days => ${needsSecond ? INVITATION_REQUEST_DAYS : LINK_DAYS}))
    on conflict (lower(email)) where ended_at is null do nothing returning 1`
  // Checked after the insert, which waits for a concurrent join with this address.
  const [member] = await tx`
    select 1 from staff where lower(email) = lower(${email}) and id is distinct from ${memberId}`
  return rows.length === 1 && !member
}

/** Invitations that a new one replaces: those that can no longer be used, and any of the same member. */
export const findReplacedInvitations = async (tx: Tx, email: string, memberId: string | null): Promise<string[]> => {
  const rows = await tx<{ id: string }[]>`
    select i.id from staff_invitation i
    where lower(i.email) = lower(${email}) and i.ended_at is null
      and (not ${isPendingInvitation(tx)} or i.staff_id = ${memberId}) for update of i`
  return rows.map(({ id }) => id)
}

export type InvitationEnd =
  | { is: 'accepted' | 'withdrawn' | 'replaced' }
  | { is: 'declined'; by: string; answer: string }

/**
 * False when there is none to end. A clinician profile that was created for it is deleted as well, except after a
 * decline, since the requester may ask again with the same profile (`deleteDeclinedProfiles`).
 */
export async function endInvitation(tx: Tx, id: string, as: InvitationEnd): Promise<boolean> {
  const [row] = await tx`
    update staff_invitation set ended_at = clock_timestamp(), ended_as = ${as.is}, totp_secret = null,
      declined_by = ${as.is === 'declined' ? as.by : null}, answer = ${as.is === 'declined' ? as.answer : null}
    where id = ${id} and ended_at is null returning clinician_id, staff_id`
  if (row?.clinician_id && row.staff_id === null && !KEEPS_PROFILE.includes(as.is))
    await forgetClinician(tx, row.clinician_id)
  return row !== undefined
}
const KEEPS_PROFILE: readonly InvitationEnd['is'][] = ['accepted', 'declined']

/** Deletes profiles of declined clinicians: at an address that is invited again, or DECLINED_INVITATION_DAYS old. */
export async function deleteDeclinedProfiles(tx: Tx, email?: string): Promise<void> {
  const rows = await tx<{ id: string }[]>`
    select i.clinician_id as id from staff_invitation i
    where i.ended_as = 'declined' and i.staff_id is null and i.clinician_id is not null
      and (lower(i.email) = lower(${email ?? null}) or i.ended_at < clock_timestamp() - make_interval(days => ${DECLINED_INVITATION_DAYS}))
    for update`
  for (const { id } of rows) await forgetClinician(tx, id)
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

/**
 * Locks inviter and invited member first, then the invitation: the same order as blocking and renewing, to avoid
 * deadlocks.
 */
export async function lockInvitation(
  tx: Tx,
  { id, invitedBy, approvedBy, memberId }: Invitation,
): Promise<Invitation | undefined> {
  await tx`select 1 from staff where id in (${invitedBy}, ${approvedBy}, ${memberId}) order by id for update`
  const [row] = await tx`select i.* from staff_invitation i where i.id = ${id} and i.ended_at is null for update`
  const [open] = await tx`select 1 from staff_invitation i where i.id = ${id} and ${isOpen(tx)}`
  return row && open && invitationOf(row)
}

/**
 * The member whose access the invitation renews, who must be locked first; undefined for new members and unknown
 * invitations.
 */
export async function findRenewedMember(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql`select staff_id from staff_invitation where id = ${id} and ended_at is null`
  return row?.staff_id ?? undefined
}

/** Contents of the invitation e-mail; undefined when the invitation has ended. */
export async function findInvitationForEmail(
  sql: Sql,
  id: string,
): Promise<(Invitation & { inviter: string; secretHash: Buffer }) | undefined> {
  const [row] = await sql`
    select i.*, t.name as inviter from staff_invitation i join staff t on t.id = i.invited_by
    where i.id = ${id} and ${isOpen(sql)}`
  return row && { ...invitationOf(row), inviter: row.inviter, secretHash: row.secret_hash }
}

/**
 * Locks an invitation that waits for approval and returns its inviter. Members are locked first, in a fixed order.
 */
export async function lockWaitingInvitation(
  tx: Tx,
  id: string,
  staffId: string,
): Promise<{ invitedBy: string } | undefined> {
  await tx`
    select 1 from staff where id = ${staffId} or id = (select invited_by from staff_invitation where id = ${id})
    order by id for update`
  const [row] = await tx<{ invitedBy: string }[]>`
    select i.invited_by as "invitedBy" from staff_invitation i
    where i.id = ${id} and ${waits(tx)} and ${isPendingInvitation(tx)} for update of i`
  return row
}

/** `by` null: approved on the command line. The link's validity starts now. */
export async function saveApproval(tx: Tx, id: string, by: string | null): Promise<void> {
  await tx`
    update staff_invitation set approved_at = clock_timestamp(), approved_by = ${by},
      expires_at = clock_timestamp() + make_interval(days => ${LINK_DAYS}) where id = ${id} and ended_at is null`
}

export async function findWaitingInvitation(
  sql: Sql,
  email: string,
): Promise<{ id: string; name: string } | undefined> {
  const [row] = await sql<{ id: string; name: string }[]>`
    select i.id, i.name from staff_invitation i
    where lower(i.email) = lower(${email}) and ${waits(sql)} and ${isPendingInvitation(sql)}`
  return row
}

/** The usable invitation at this address that a colleague made: its e-mail may not have been sent. */
export async function findOpenInvitation(sql: Sql, email: string): Promise<{ id: string; name: string } | undefined> {
  const [row] = await sql<{ id: string; name: string }[]>`
    select i.id, i.name from staff_invitation i
    where lower(i.email) = lower(${email}) and i.invited_by is not null and ${isOpen(sql)}`
  return row
}

/** All managers who can approve in place of the requester. */
export async function findApprovers(sql: Sql, invitedBy: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from staff where status = 'active' and role like '%clinical-manager' and id <> ${invitedBy}`
  return rows.map(({ id }) => id)
}

interface Question {
  name: string
  address: string
  inviter: string
  to: string
  expiresAt: Date
}

/**
 * Contents of the approval e-mail to one manager; undefined after a decision, or when this manager may no longer
 * decide.
 */
export async function findApprovalRequest(sql: Sql, id: string, staffId: string): Promise<Question | undefined> {
  const [row] = await sql<Question[]>`
    select i.name, i.email as address, b.name as inviter, t.email as "to", i.expires_at as "expiresAt"
    from staff_invitation i join staff b on b.id = i.invited_by join staff t on t.id = ${staffId}
    where i.id = ${id} and ${waits(sql)} and ${isPendingInvitation(sql)}
      and t.status = 'active' and t.role like '%clinical-manager'`
  return row
}

export interface NewCredentials {
  passwordHash: string
  /** TOTP step of the code that verified the authenticator, so it counts as used. */
  step: number
}

/** Returns the new member's id; undefined when another member took the address meanwhile. */
export async function insertMember(
  tx: Tx,
  { name, email, role, clinicianId, totpSecret }: Invitation,
  { passwordHash, step }: NewCredentials,
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into staff (name, email, role, clinician_id, password_hash, totp_secret, totp_step)
    values (${name}, ${email}, ${role}, ${clinicianId}, ${passwordHash}, ${totpSecret}, ${step})
    on conflict (lower(email)) do nothing returning id`
  return row?.id
}

export async function renewMember(
  tx: Tx,
  id: string,
  { totpSecret }: Invitation,
  { passwordHash, step }: NewCredentials,
): Promise<void> {
  await tx`
    update staff set password_hash = ${passwordHash}, totp_secret = ${totpSecret}, totp_step = ${step},
      link_due_since = null where id = ${id}`
}

/** Invitations as `staffId` sees them, newest first; an expired one stays until it is withdrawn or replaced. */
export async function findInvitations(sql: Sql, staffId: string): Promise<ListedInvitation[]> {
  const rows = await sql`
    select i.id, i.name, i.email, i.role, i.staff_id as "memberId", i.clinician_id as "clinicianId",
      i.created_at as "invitedAt", i.expires_at as "expiresAt", b.name as "invitedBy",
      i.invited_by is not distinct from ${staffId} as "isMine", a.name as "answeredBy", i.answer,
      case when i.ended_as = 'declined' then 'declined' when not ${isPendingInvitation(sql)} then 'over'
        when i.needs_second and i.approved_at is null then 'waiting' else 'open' end as state
    from staff_invitation i left join staff b on b.id = i.invited_by
      left join staff a on a.id = coalesce(i.approved_by, i.declined_by)
    where i.ended_at is null
      or i.ended_as = 'declined' and i.ended_at > clock_timestamp() - make_interval(days => ${DECLINED_INVITATION_DAYS})
    order by i.created_at desc, i.id`
  return rows.map(
    (row) =>
      ({ ...row, invitedAt: row.invitedAt.toISOString(), expiresAt: row.expiresAt.toISOString() }) as ListedInvitation,
  )
}

export async function findMembers(sql: Sql): Promise<Member[]> {
  const rows = await sql<Member[]>`
    select id, name, email, role, status, link_due_since is not null as "isLinkDue", clinician_id as "clinicianId" from staff order by name, id`
  return [...rows]
}

export async function findMember(sql: Sql, id: string): Promise<Member | undefined> {
  return (await findMembers(sql)).find((member) => member.id === id)
}

import { type Guest, type GuestKind, guestState } from '@cuida/core/care/guest/guest.ts'
import type { ConsultationStatus } from '@cuida/core/consultation/status/status.ts'
import { hashOf } from '../../kit/crypto/secrets.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Db, Sql, Tx } from '../../kit/db/db.ts'

export type Inviter = { by: 'patient'; accountId: string } | { by: 'clinician'; staffId: string }

/** undefined: the consultation has another active invitation. */
export async function insertGuest(
  tx: Tx,
  consultationId: string,
  { kind, name, secret }: { kind: GuestKind; name: string; secret: string },
  inviter: Inviter,
): Promise<string | undefined> {
  const account = inviter.by === 'patient' ? inviter.accountId : null
  const staff = inviter.by === 'clinician' ? inviter.staffId : null
  const [row] = await tx<{ id: string }[]>`
    insert into call_guest (consultation_id, kind, name, invited_by, staff_id, secret_hash, consented_by, consented_at)
    values (${consultationId}, ${kind}, ${name}, ${inviter.by}, ${staff}, ${hashOf(secret)}, ${account},
      case when ${account}::uuid is not null then clock_timestamp() end)
    on conflict (consultation_id) where ended_at is null do nothing
    returning id`
  return row?.id
}

const isInside = (sql: Sql) => sql`
  exists (select 1 from call_participant s where s.consultation_id = g.consultation_id and s.role = 'guest'
    and s.socket_id is not null and s.seen_at > clock_timestamp() - interval '30 seconds')`

/**
 * The active guest first, then former guests who joined, newest first. Invitations that ended unused are left out.
 */
export async function guestsOf(sql: Sql, consultationId: string, status: ConsultationStatus): Promise<Guest[]> {
  const rows = await sql`
    select g.id, g.kind, coalesce(g.shown_name, g.name) as name, g.invited_by, g.consented_at, g.joined_at, g.left_at,
      g.ended_at, ${isInside(sql)} as inside
    from call_guest g
    where g.consultation_id = ${consultationId} and (g.ended_at is null or g.joined_at is not null)
    order by g.ended_at is null desc, g.invited_at desc`
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    invitedBy: row.invited_by,
    state: guestState(
      { consentedAt: row.consented_at, endedAt: row.ended_at, joinedAt: row.joined_at, isInside: row.inside },
      status,
    ),
    joinedAt: row.joined_at?.toISOString() ?? null,
    leftAt: row.left_at?.toISOString() ?? null,
  }))
}

/**
 * Records the patient's consent; a repeated request keeps the first. False: the invitation is unknown or has ended.
 */
export async function saveConsent(tx: Tx, consultationId: string, id: string, accountId: string): Promise<boolean> {
  const rows = await tx`
    update call_guest set consented_by = coalesce(consented_by, ${accountId}),
      consented_at = coalesce(consented_at, clock_timestamp())
    where id = ${id} and consultation_id = ${consultationId} and ended_at is null returning 1`
  return rows.length > 0
}

/** `again`: the invitation had already ended, nothing changed. undefined: there is no such guest. */
export async function endGuest(
  tx: Tx,
  consultationId: string,
  id: string,
  by: 'patient' | 'clinician',
): Promise<'ended' | 'again' | undefined> {
  const [row] = await tx<{ ended_at: Date | null }[]>`
    select ended_at from call_guest where id = ${id} and consultation_id = ${consultationId} for no key update`
  if (!row) return undefined
  if (row.ended_at) return 'again'
  await tx`
    update call_guest set ended_by = ${by}, ended_at = clock_timestamp(),
      left_at = case when joined_at is not null then coalesce(left_at, clock_timestamp()) end
    where id = ${id}`
  return 'ended'
}

/** The active invitation of this consultation with the patient's consent. */
export async function findActiveGuest(sql: Sql, consultationId: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from call_guest
    where consultation_id = ${consultationId} and ended_at is null and consented_at is not null`
  return row?.id
}

export interface FoundGuest {
  id: string
  consultationId: string
  kind: GuestKind
  name: string
  invitedBy: string
  consentedAt: Date | null
  endedAt: Date | null
  status: ConsultationStatus
  startTime: Date | null
  patient: string
  clinician: string | null
}

/** Finds an invitation by the secret of its link; undefined when the patient's account has been deleted. */
export async function findGuest(sql: Sql, secret: string): Promise<FoundGuest | undefined> {
  const [row] = await sql`
    select g.id, g.consultation_id, g.kind, coalesce(g.shown_name, g.name) as name, g.consented_at, g.ended_at,
      case g.invited_by when 'patient' then p.first_name else (select t.name from staff t where t.id = g.staff_id) end
        as invited_by,
      c.status, c.starts_at, p.first_name, k.name as clinician
    from call_guest g
    join consultation c on c.id = g.consultation_id
    join patient p on p.id = c.patient_id
    left join clinician k on k.id = c.clinician_id
    where g.secret_hash = ${hashOf(secret)} and p.deleted_at is null`
  return (
    row && {
      id: row.id,
      consultationId: row.consultation_id,
      kind: row.kind,
      name: row.name,
      invitedBy: row.invited_by,
      consentedAt: row.consented_at,
      endedAt: row.ended_at,
      status: row.status,
      startTime: row.starts_at,
      patient: row.first_name,
      clinician: row.clinician,
    }
  )
}

/** Gives the link to this page. False: another page is in the call with it. */
export async function claimGuestLink(tx: Tx, id: string, page: string, shownName: string): Promise<boolean> {
  const rows = await tx`
    update call_guest g set page_hash = ${hashOf(page)}, shown_name = ${shownName}
    where g.id = ${id} and (g.page_hash is null or g.page_hash = ${hashOf(page)} or not ${isInside(tx)}) returning 1`
  return rows.length > 0
}

/** True while the invitation is active. */
export async function isInvitationActive(sql: Sql, id: string): Promise<boolean> {
  return (await sql`select 1 from call_guest where id = ${id} and ended_at is null`).length > 0
}

export async function recordGuestJoined(tx: Tx, id: string): Promise<void> {
  await tx`update call_guest set joined_at = coalesce(joined_at, clock_timestamp()), left_at = null where id = ${id}`
}

/** Records that the guest left, once none of their connections is open. */
export async function recordGuestLeft(tx: Tx, id: string): Promise<void> {
  // Both connections may close at once: without the row lock each transaction would still see the other one open.
  await tx`select 1 from call_guest where id = ${id} for update`
  await tx`update call_guest g set left_at = clock_timestamp()
    where g.id = ${id} and g.ended_at is null and not ${isInside(tx)}`
  await tellOf(tx, id)
}

/** Marks guests as gone whose server process crashed, at the time of their last heartbeat. */
export async function recordVanishedGuests(db: Db): Promise<void> {
  await db.begin(async (tx) => {
    const vanishedGuests = await tx<{ id: string }[]>`
      update call_guest g set left_at = coalesce(
        (select max(s.seen_at) from call_participant s where s.consultation_id = g.consultation_id and s.role = 'guest'),
        clock_timestamp())
      where g.joined_at is not null and g.left_at is null and not ${isInside(tx)} returning g.id`
    for (const { id } of vanishedGuests) await tellOf(tx, id)
  })
}

async function tellOf(tx: Tx, id: string): Promise<void> {
  const [row] = await tx<{ id: string; account_id: string }[]>`
    select c.id, coalesce(p.account_id, h.account_id) as account_id
    from call_guest g join consultation c on c.id = g.consultation_id
    join patient p on p.id = c.patient_id left join patient h on h.id = p.holder_id
    where g.id = ${id}`
  if (row) await notifyChanged(tx, [`account:${row.account_id}`, `consultation:${row.id}`])
}

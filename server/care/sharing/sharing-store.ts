import type { StaffRole } from '@cuida/core/access/team/staff-api.ts'
import type { Availability } from '@cuida/core/care/sharing/availability.ts'
import type { DayEntry } from '@cuida/core/care/sharing/day-api.ts'
import type { TransferReason } from '@cuida/core/care/sharing/transfer-api.ts'
import type { Step } from '@cuida/core/consultation/status/steps.ts'
import { AWAY_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { ageOn } from '@cuida/core/profile/account/age.ts'
import { isAvailableToPatients } from '../../access/staff-availability-store.ts'
import { type LockedConsultation, saveStep } from '../../consultation/change-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

export interface Colleague {
  staffId: string
  clinicianId: string
  role: StaffRole
  name: string
  specialty: Record<string, string>
  /** How many patients they hold. */
  attending: number
}

/** Colleagues who could take this consultation and are at the desk and available. */
export async function findColleagues(sql: Sql, consultationId: string, ownStaffId: string): Promise<Colleague[]> {
  const rows = await sql<Colleague[]>`
    select t.id as "staffId", t.clinician_id as "clinicianId", t.role, k.name, k.specialty,
      (select count(*)::int from consultation h
        where h.held_by = t.id and h.status in ('ACTIVE', 'CLOSING')) as attending
    from consultation c
    join staff t on t.status = 'active' and t.id <> ${ownStaffId}
    join clinician k on k.id = t.clinician_id
    where c.id = ${consultationId} and ${isAvailableToPatients(sql)}
      and ((c.type = 'on-demand' and t.role = 'clinician-and-clinical-manager') or exists (
        select 1 from clinician_product o where o.clinician_id = k.id and o.product_id = c.product_id))
      and exists (select 1 from session s where s.staff_id = t.id and s.ended_at is null
        and s.last_seen_at > clock_timestamp() - make_interval(mins => ${AWAY_MINUTES}))
    order by attending, k.name, t.id`
  return [...rows]
}

/**
 * Transfers the consultation with all of its content. A booked one also moves to the colleague's agenda, to which it
 * returns after a missed call.
 */
export async function saveTransfer(
  tx: Tx,
  from: LockedConsultation,
  step: Step,
  { by, to, reason }: { by: string; to: Colleague; reason: TransferReason },
): Promise<void> {
  await saveStep(tx, from, step, to)
  await tx`
    update consultation set clinician_id = ${to.clinicianId}, transferred_by = ${by}, transfer_reason = ${reason}
    where id = ${from.id}`
  await notifyChanged(tx, [`staff:${by}`])
}

interface Said {
  away: 'paused' | 'off' | null
  until: Date | null
}

const availabilityOf = (row: Said | undefined): Availability => ({
  state: row?.away ?? 'available',
  until: row?.until?.toISOString() ?? null,
})

export async function findAvailability(sql: Sql, staffId: string): Promise<Availability> {
  const [row] = await sql<Said[]>`
    select t.away, t.away_until as until from staff t where t.id = ${staffId} and not ${isAvailableToPatients(sql)}`
  return availabilityOf(row)
}

export async function saveAvailability(
  tx: Tx,
  staffId: string,
  away: 'paused' | 'off' | null,
  minutes: number | null,
): Promise<Availability> {
  const [row] = await tx<Said[]>`
    update staff set away = ${away}, away_since = case when ${away}::text is not null then clock_timestamp() end,
      away_until = clock_timestamp() + make_interval(mins => ${minutes}::int)
    where id = ${staffId} returning away, away_until as until`
  return availabilityOf(row)
}

interface Stretch {
  start: Date
  end: Date
}

/** Today in a clinician's calendar. */
export async function findToday(
  sql: Sql,
  clinicianId: string,
): Promise<{ date: string; timeZone: string } | undefined> {
  const [row] = await sql<{ date: string; timeZone: string }[]>`
    select (clock_timestamp() at time zone time_zone)::date::text as date, time_zone as "timeZone"
    from clinician where id = ${clinicianId}`
  return row
}

/** A clinician's past and booked appointments in a span; without cancelled and unpaid ones. */
export async function findEntries(sql: Sql, clinicianId: string, { start, end }: Stretch): Promise<DayEntry[]> {
  const rows = await sql`
    select c.id, c.status, c.closed_for, c.failed_for, c.contact_method, c.starts_at, c.ends_at, p.first_name, p.last_name, p.date_of_birth,
      c.confirmed_start is not null and c.confirmed_start = c.starts_at as confirmed,
      (select count(*)::int from consultation_action a where a.consultation_id = c.id and a.type = 'UNASSIGNED') as missed
    from consultation c join patient p on p.id = c.patient_id
    where c.clinician_id = ${clinicianId} and c.starts_at >= ${start} and c.starts_at < ${end}
      and c.status in ('QUEUED', 'ACTIVE', 'CLOSING', 'CLOSED', 'CLOSED_WITH_ERROR') and p.deleted_at is null
    order by c.starts_at, c.id`
  const today = start.toISOString().slice(0, 10)
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    closedFor: row.closed_for,
    failedFor: row.failed_for,
    contactMethod: row.contact_method,
    startTime: row.starts_at.toISOString(),
    endTime: row.ends_at.toISOString(),
    patient: { firstName: row.first_name, lastName: row.last_name, age: ageOn(row.date_of_birth, today) },
    missedCalls: row.missed,
    isConfirmed: row.confirmed,
  }))
}

/** The clinician's slots that patients hold or pay for now. */
export async function findPendingHolds(sql: Sql, clinicianId: string, { start, end }: Stretch): Promise<Stretch[]> {
  return sql<Stretch[]>`
    select starts_at as start, ends_at as end from slot_hold
    where clinician_id = ${clinicianId} and state <> 'released' and starts_at >= ${start} and starts_at < ${end}
      and (state = 'paying' or (state = 'held' and expires_at > clock_timestamp()))
    order by starts_at`
}

interface StoredTemplate {
  id: string
  title: string
  text: string
  isShared: boolean
}

/** The caller's own templates and the shared ones. */
export async function templatesOf(sql: Sql, staffId: string): Promise<StoredTemplate[]> {
  const rows = await sql<StoredTemplate[]>`
    select id, title, text, staff_id is null as "isShared" from note_template
    where staff_id = ${staffId} or staff_id is null order by staff_id is null, lower(title), id`
  return [...rows]
}

/** A template that the caller may see; undefined for another person's. */
export async function lockTemplate(tx: Tx, id: string, staffId: string): Promise<StoredTemplate | undefined> {
  const [row] = await tx<StoredTemplate[]>`
    select id, title, text, staff_id is null as "isShared" from note_template
    where id = ${id} and (staff_id = ${staffId} or staff_id is null) for update`
  return row
}

interface Written {
  title: string
  text: string
}

/** undefined: the limit is reached. Concurrent inserts of one person run one after the other. */
export async function insertTemplate(
  tx: Tx,
  { title, text, by, isShared, most }: Written & { by: string; isShared: boolean; most: number },
): Promise<string | undefined> {
  const owner = isShared ? null : by
  await tx`select pg_advisory_xact_lock(hashtextextended(${`templates:${owner ?? 'shared'}`}, 0))`
  const [row] = await tx<{ id: string }[]>`
    insert into note_template (staff_id, title, text, written_by)
    select ${owner}::uuid, ${title}, ${text}, ${by}
    where (select count(*) from note_template where staff_id is not distinct from ${owner}::uuid) < ${most}
    returning id`
  return row?.id
}

export async function updateTemplate(tx: Tx, id: string, { title, text, by }: Written & { by: string }): Promise<void> {
  await tx`
    update note_template set title = ${title}, text = ${text}, written_by = ${by}, changed_at = clock_timestamp()
    where id = ${id}`
}

export async function deleteTemplate(tx: Tx, id: string): Promise<void> {
  await tx`delete from note_template where id = ${id}`
}

import type { DayEntry } from '@cuida/core/care/sharing/day-api.ts'
import { ageOn } from '@cuida/core/profile/account/age.ts'
import type { Sql } from '../../kit/db/db.ts'

interface Stretch {
  start: Date
  end: Date
}

/** Today on a clinician's own calendar. */
export async function findToday(
  sql: Sql,
  clinicianId: string,
): Promise<{ date: string; timeZone: string } | undefined> {
  const [row] = await sql<{ date: string; timeZone: string }[]>`
    select (clock_timestamp() at time zone time_zone)::date::text as date, time_zone as "timeZone"
    from clinician where id = ${clinicianId}`
  return row
}

/** What was and is booked with them in a stretch of time; cancelled and unpaid ones left out. */
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

/** Times of theirs that somebody holds or pays for now. */
export async function findPending(sql: Sql, clinicianId: string, { start, end }: Stretch): Promise<Stretch[]> {
  return sql<Stretch[]>`
    select starts_at as start, ends_at as end from slot_claim
    where clinician_id = ${clinicianId} and state <> 'released' and starts_at >= ${start} and starts_at < ${end}
      and (state = 'paying' or (state = 'held' and expires_at > clock_timestamp()))
    order by starts_at`
}

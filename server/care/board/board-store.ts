import type { Board, OnDuty } from '@cuida/core/care/board/board-api.ts'
import { AWAY_MINUTES, TAKE_EARLY_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { isAvailableToPatients, isRecentlyActive } from '../../access/staff-availability-store.ts'
import type { Sql } from '../../kit/db/db.ts'
import { seesPatientsOf } from '../queue/queue-store.ts'

/** Rows a wall display has room for. */
const LIMIT = 50

// A call is on while the last action about it is its start (`callOf` of core/consultation/status/status.ts).
const held = (sql: Sql) => sql`
  held as (
    select c.held_by, last.type like '%STARTED' as calling, last.at
    from consultation c
    cross join lateral (
      select a.type, a.at from consultation_action a
      where a.consultation_id = c.id and (a.type = 'ASSIGNED' or a.type like '%CALL%')
      order by a.id desc limit 1
    ) last
    where c.status in ('ACTIVE', 'CLOSING')
  )`

/** Clinicians whose desk sends heartbeats, their current activity and its start. */
export async function findOnDutyTeam(sql: Sql): Promise<OnDuty[]> {
  const rows = await sql`
    with ${held(sql)}, there as (
      select staff_id, min(created_at) as since from session
      where staff_id is not null and ended_at is null
        and last_seen_at > clock_timestamp() - make_interval(mins => ${AWAY_MINUTES})
      group by staff_id
    ), team as (
      select t.id, k.name, t.away_until, there.since as there_since, t.away, t.away_since,
        ${isAvailableToPatients(sql)} as counts, work.calling, work.at
      from there join staff t on t.id = there.staff_id and t.status = 'active'
      join clinician k on k.id = t.clinician_id
      left join lateral (
        select calling, at from held where held_by = t.id order by calling desc, at limit 1
      ) work on true
    )
    select id, name, case when calling then 'calling' when at is not null then 'attending'
        when counts then 'available' else away end as state,
      case when at is not null then at when counts then there_since else away_since end as since,
      case when at is null and not counts then away_until end as until
    from team
    order by array_position(array['calling', 'attending', 'available', 'paused', 'off'],
      case when calling then 'calling' when at is not null then 'attending' when counts then 'available' else away end),
      name, id`
  return rows.map(({ id, name, state, since, until }) => ({
    id,
    name,
    state,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
  }))
}

/** Appointments that have started without anyone attending. */
export async function findLateAppointments(sql: Sql): Promise<Board['late']> {
  const rows = await sql`
    select c.id, k.name as clinician, c.starts_at, coalesce(c.late_for = c.starts_at, false) as is_late
    from consultation c join clinician k on k.id = c.clinician_id
    where c.status = 'QUEUED' and c.starts_at <= clock_timestamp() - interval '1 minute'
    order by c.starts_at, c.id limit ${LIMIT}`
  return rows.map(({ id, clinician, starts_at, is_late }) => ({
    id,
    clinician,
    startTime: starts_at.toISOString(),
    isLate: is_late,
  }))
}

interface Counts extends Pick<Board, 'today' | 'urgent'> {
  longestSince: Date | null
}

/** A consultation that is free to take and may be an emergency. */
const isUrgentNow = (sql: Sql) => sql`(is_urgent and (
  (status = 'QUEUED' and (starts_at is null or starts_at <= clock_timestamp() + make_interval(mins => ${TAKE_EARLY_MINUTES})))
  or (status = 'ACTIVE' and left_at is not null)))`

export async function countToday(sql: Sql, midnight: Date): Promise<Counts> {
  const [row] = await sql`
    with now_there as (
      select count(*) filter (where status = 'QUEUED' and (starts_at is null or starts_at <= clock_timestamp()))::int as waiting,
        min(queued_at) filter (where status = 'QUEUED' and type = 'on-demand') as longest,
        count(*) filter (where ${isUrgentNow(sql)})::int as urgent,
        min(coalesce(starts_at, queued_at)) filter (where ${isUrgentNow(sql)}) as urgent_since,
        count(*) filter (where status in ('ACTIVE', 'CLOSING'))::int as in_care
      from consultation where status in ('QUEUED', 'ACTIVE', 'CLOSING')
    ), happened as (
      select count(*) filter (where type in ('CLOSED', 'CLOSED_WITH_ERROR'))::int as closed,
        count(*) filter (where type = 'UNASSIGNED')::int as missed,
        count(*) filter (where type = 'CANCELLED')::int as cancelled
      from consultation_action
      where type in ('CLOSED', 'CLOSED_WITH_ERROR', 'UNASSIGNED', 'CANCELLED') and at >= ${midnight}
    )
    select * from now_there, happened`
  return {
    today: {
      waiting: row?.waiting ?? 0,
      inCare: row?.in_care ?? 0,
      closed: row?.closed ?? 0,
      missed: row?.missed ?? 0,
      cancelled: row?.cancelled ?? 0,
    },
    urgent: row?.urgent > 0 ? { count: row?.urgent, since: row?.urgent_since.toISOString() } : null,
    longestSince: row?.longest ?? null,
  }
}

/**
 * On-demand patients who have been unattended for at least `minutes`: no clinician on duty sees patients of their
 * product. The time counts from when the patient joined the queue or the last such clinician left, whichever is
 * later. Patients who are being asked what they want at closing time are not counted.
 */
export async function countUnattended(sql: Sql, minutes: number): Promise<Board['unattended']> {
  const serves = () => seesPatientsOf(sql, sql`c.product_id`)
  const [row] = await sql<{ count: number; since: Date | null }[]>`
    select count(*)::int as count, min(since) as since from (
      select greatest(c.queued_at, (
        select max(case when ${isAvailableToPatients(sql)} then seen.at else least(seen.at, t.away_since) end)
        from staff t cross join lateral (
          select max(least(s.last_seen_at, s.ended_at)) as at from session s where s.staff_id = t.id) seen
        where ${serves()})) as since
      from consultation c
      where c.type = 'on-demand' and c.status = 'QUEUED' and c.after_hours_since is null
        and not exists (select 1 from staff t where ${serves()} and ${isRecentlyActive(sql)} and ${isAvailableToPatients(sql)})
    ) unattended
    where since <= clock_timestamp() - make_interval(mins => ${minutes})`
  return row?.since ? { count: row.count, since: row.since.toISOString() } : null
}

import type { StaffStanding } from '@cuida/core/consultation/staff-standing.ts'
import type { StaffNewsKind } from '@cuida/core/news/staff/staff-news.ts'
import { SHOWN_MINUTES } from '@cuida/core/news/staff/staff-news.ts'
import type { Row } from 'postgres'
import { deleteAll } from '../../kit/db/batches.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

// Each way ends within a provider's 8 seconds, and they go at the same time.
const LEASE_SECONDS = 30
/** Who failed to tell it tries again after this, beside the queue's own tries. */
const AGAIN_SECONDS = 60

export interface StaffNews {
  id: string
  staffId: string
  kind: StaffNewsKind
  startsAt: Date
  wasAt: Date | null
  createdAt: Date
  sent: string[]
  email: string
  /** Of the clinician; null: of whoever sees no patients. */
  timeZone: string | null
  /** The consultation as it is now. */
  about: StaffStanding & { id: string }
}

const columns = (sql: Sql) => sql`
  n.*, t.email, k.time_zone, c.status, c.starts_at as starts_now,
  coalesce(c.clinician_id = t.clinician_id, false) as is_theirs`

const newsOf = (row: Row): StaffNews => ({
  id: row.id,
  staffId: row.staff_id,
  kind: row.kind,
  startsAt: row.starts_at,
  wasAt: row.was_at,
  createdAt: row.created_at,
  sent: row.sent,
  email: row.email,
  timeZone: row.time_zone,
  about: { id: row.consultation_id, status: row.status, startsAt: row.starts_now, isTheirs: row.is_theirs },
})

/** The right to tell this piece now; undefined when it is told, not due, of somebody who works here no more, or another's turn. */
export async function leaseStaffNews(sql: Sql, id: string): Promise<StaffNews | undefined> {
  const [row] = await sql`
    with leased as (
      update staff_news n set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      from staff t
      where n.id = ${id} and n.done_at is null and n.due_at <= clock_timestamp()
        and coalesce(n.leased_until, '-infinity') <= clock_timestamp()
        and t.id = n.staff_id and t.status = 'active'
      returning n.*)
    select ${columns(sql)} from leased n join staff t on t.id = n.staff_id
    join consultation c on c.id = n.consultation_id left join clinician k on k.id = t.clinician_id`
  return row && newsOf(row)
}

/** The last half hour of one colleague's, the latest first. */
export async function recentStaffNews(sql: Sql, staffId: string): Promise<StaffNews[]> {
  const rows = await sql`
    select ${columns(sql)} from staff_news n join staff t on t.id = n.staff_id
    join consultation c on c.id = n.consultation_id left join clinician k on k.id = t.clinician_id
    where n.staff_id = ${staffId} and n.created_at > clock_timestamp() - make_interval(mins => ${SHOWN_MINUTES})
    order by n.created_at desc, n.id limit 50`
  return rows.map(newsOf)
}

/** By one way it is told: no retry goes by it again. By the last of them it is done. */
export async function markStaffSent(sql: Sql, id: string, way: string, isLast: boolean): Promise<void> {
  await sql`
    update staff_news set sent = case when ${way} = any(sent) then sent else array_append(sent, ${way}) end,
      done_at = case when ${isLast} then clock_timestamp() else done_at end,
      leased_until = case when ${isLast} then null else leased_until end
    where id = ${id}`
}

export async function markStaffDone(sql: Sql, id: string): Promise<void> {
  await sql`update staff_news set done_at = clock_timestamp(), leased_until = null where id = ${id}`
}

/** Later, when it may be told; or again, when some way failed. */
export async function postponeStaffNews(tx: Tx, id: string, until?: Date): Promise<void> {
  await tx`
    with told as (
      update staff_news set leased_until = null,
        due_at = coalesce(${until ?? null}, clock_timestamp() + make_interval(secs => ${AGAIN_SECONDS}))
      where id = ${id} returning id, due_at)
    select ${telling(tx)} from told`
}

/** The job that tells what was just left: `told` are its rows. */
export const telling = (sql: Sql) => sql`
  graphile_worker.add_job('tellStaffNews', json_build_object('newsId', id), job_key => 'staff-news:' || id,
    run_at => due_at, max_attempts => 12)`

export interface Piece {
  staffId: string
  consultationId: string
  kind: StaffNewsKind
  startsAt: Date
  wasAt?: Date
}

export async function insertStaffNews(
  tx: Tx,
  { staffId, consultationId, kind, startsAt, wasAt }: Piece,
): Promise<void> {
  await tx`
    with told as (
      insert into staff_news (staff_id, consultation_id, kind, starts_at, was_at)
      values (${staffId}, ${consultationId}, ${kind}, ${startsAt}, ${wasAt ?? null})
      returning id, due_at)
    select ${telling(tx)} from told`
}

/** What was left lying by a worker that died; and what is over. */
export async function sweepStaffNewsRows(tx: Tx): Promise<void> {
  await tx`
    with told as (
      select id, clock_timestamp() as due_at from staff_news
      where done_at is null and due_at < clock_timestamp() - interval '1 minute'
        and coalesce(leased_until, '-infinity') <= clock_timestamp()
      order by due_at limit 200 for update skip locked)
    select ${telling(tx)} from told`
  await deleteAll(tx, 'staff_news', tx`created_at < statement_timestamp() - interval '2 days'`)
}

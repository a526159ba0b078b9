import type { QueueSnapshot } from '@cuida/core/care/queue/forecast.ts'
import { USUAL_CONSULTATION_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { isAvailableToPatients, isRecentlyActive } from '../../access/staff-availability-store.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { asSystem } from '../../kit/db/row-security.ts'
import { countQueued, headWaitOf, queuePositionOf } from './queue-position-store.ts'

// Fewer measurements make no meaningful median.
const ENOUGH = 5

const durationCtes = (sql: Sql) => sql`
    latest as (
      select consultation_id, at from consultation_action where type = 'CLOSED' order by at desc limit 50
    ), taken as (
      select extract(epoch from latest.at - a.at)::float / 60 as minutes from latest
      cross join lateral (
        select at from consultation_action
        where consultation_id = latest.consultation_id and type = 'ASSIGNED' and id > coalesce((
          select max(id) from consultation_action
          where consultation_id = latest.consultation_id and type = 'UNASSIGNED'), 0)
        order by id limit 1
      ) a
    )`

const usual = (row: { median: number | null; measured: number } | undefined): number =>
  row && row.measured >= ENOUGH ? (row.median ?? USUAL_CONSULTATION_MINUTES) : USUAL_CONSULTATION_MINUTES

/** Median minutes from taking to closing, over the latest consultations. */
export const findMedian = async (sql: Sql): Promise<number> => {
  const [row] = await asSystem(
    () => sql<{ median: number | null; measured: number }[]>`
      with ${durationCtes(sql)}
      select (select percentile_cont(0.5) within group (order by minutes) from taken) as median,
        (select count(*)::int from taken) as measured`,
  )
  return usual(row)
}

/** SQL condition on `staff t`: when on duty, they see patients of this product. */
export const seesPatientsOf = (sql: Sql, product: ReturnType<Sql> | string) => sql`(
  t.status = 'active' and t.clinician_id is not null and (t.role = 'clinician-and-clinical-manager' or exists (
    select 1 from clinician_product p where p.clinician_id = t.clinician_id and p.product_id = ${product})))`

/** Bookings and closed consultations within this interval tell when a clinician is free. */
const AROUND = '3 hours'

/**
 * Clinicians on duty for a product, as JSON: signed in, available and seeing its patients. `freeFor`: minutes since
 * they signed in, came back from a pause or finished their last patient.
 */
const onDutyFor = (sql: Sql, product: ReturnType<Sql> | string) => sql`(
  select coalesce(json_agg(json_build_object(
    'heldFor', (select minutes_since(max(a.at)) from consultation h
      join consultation_action a on a.consultation_id = h.id and a.type = 'ASSIGNED'
      where h.held_by = t.id and h.status in ('ACTIVE', 'CLOSING')),
    'booked', array(select -minutes_since(b.starts_at) from consultation b
      where b.clinician_id = t.clinician_id and b.status = 'QUEUED' and b.type = 'scheduled'
        and b.starts_at between statement_timestamp() - ${AROUND}::interval and statement_timestamp() + ${AROUND}::interval),
    'freeFor', minutes_since(greatest(
      (select min(s.created_at) from session s where s.staff_id = t.id and s.ended_at is null),
      (select max(a.at) from consultation_action a
        where a.type in ('CLOSED', 'CLOSED_WITH_ERROR', 'UNASSIGNED', 'CANCELLED') and a.staff_id = t.id
          and a.at > statement_timestamp() - ${AROUND}::interval),
      case when t.away_until <= clock_timestamp() then t.away_until end)))), '[]')
  from staff t where ${isRecentlyActive(sql)} and ${isAvailableToPatients(sql)} and ${seesPatientsOf(sql, product)})`

interface LineRow {
  ahead: number
  onDuty: { heldFor: number | null; booked: number[]; freeFor: number }[]
  /** Minutes that the first patient in the queue has waited; null when nobody waits. */
  headWaits: number | null
  median: number | null
  measured: number
}

const lineOf = ({ ahead, onDuty, headWaits, ...measures }: LineRow): QueueSnapshot => {
  const free = onDuty.filter(({ heldFor }) => heldFor === null).map(({ freeFor }) => freeFor)
  const idleMinutes = free.length > 0 && headWaits !== null ? Math.min(headWaits, Math.max(...free)) : 0
  return { ahead, onDuty, medianMinutes: usual(measures), idleMinutes }
}

const measures = (sql: Sql, product: ReturnType<Sql> | string) => sql`
  ${onDutyFor(sql, product)} as "onDuty", ${headWaitOf(sql, product)} as "headWaits",
  (select percentile_cont(0.5) within group (order by minutes) from taken) as median,
  (select count(*)::int from taken) as measured`

/** The queue of a product for a patient who would join it now. */
export async function findQueueOfProduct(sql: Sql, productId: string): Promise<QueueSnapshot> {
  const [row] = await asSystem(
    () => sql<[LineRow]>`
      with ${durationCtes(sql)} select ${countQueued(sql, productId)} as ahead, ${measures(sql, productId)}`,
  )
  return lineOf(row)
}

/** The queue as this waiting patient sees it; undefined when the consultation does not wait on demand. */
export async function findQueueOfConsultation(sql: Sql, consultationId: string): Promise<QueueSnapshot | undefined> {
  const [row] = await asSystem(
    () => sql<LineRow[]>`
      with ${durationCtes(sql)} select ${queuePositionOf(sql)} - 1 as ahead, ${measures(sql, sql`c.product_id`)}
      from consultation c where c.id = ${consultationId} and c.type = 'on-demand' and c.status = 'QUEUED'`,
  )
  return row && lineOf(row)
}

/** Ids of products with a patient waiting on demand. */
export async function findQueuedProducts(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select distinct product_id as id from consultation where type = 'on-demand' and status = 'QUEUED'`
  return rows.map(({ id }) => id)
}

/**
 * The product has opened: its patients wait normally again, and those who kept a place stay first. Returns the
 * changed consultations.
 */
export async function markInHours(tx: Tx, productId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update consultation set after_hours_since = null, reopens_at = null
    where type = 'on-demand' and status = 'QUEUED' and product_id = ${productId} and after_hours_since is not null
    returning id`
  return rows.map(({ id }) => id)
}

/**
 * The product has closed: marks its waiting patients, once per closing, and returns those to ask. Their time to
 * answer starts now, even when the worker was down at closing time.
 */
export async function markAfterHours(
  tx: Tx,
  productId: string,
  { now, reopensAt }: { now: Date; reopensAt: Date | undefined },
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update consultation set after_hours_since = ${now}, reopens_at = ${reopensAt ?? null}, kept_until = null
    where type = 'on-demand' and status = 'QUEUED' and product_id = ${productId}
      and (kept_until <= ${now} or (after_hours_since is null and kept_until is null))
    returning id`
  return rows.map(({ id }) => id)
}

/**
 * Keeps the patient's place until the product reopens; a notification calls them back before their turn. False: the
 * reopening time is unknown.
 */
export async function keepUntilOpening(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx`
    update consultation set kept_until = reopens_at, away_at = coalesce(away_at, clock_timestamp()), notified_at = null,
      changed_at = clock_timestamp()
    where id = ${id} and reopens_at is not null`
  return count > 0
}

import type { Queue } from '@cuida/core/care/queue/queue.ts'
import { USUAL_CONSULTATION_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { countsAsThere, isSeen } from '../../access/at-desk-store.ts'
import type { Sql } from '../../kit/db/db.ts'
import { countServedWith, placeOf } from './line-store.ts'

// Measured over few, a median is an accident.
const ENOUGH = 5

const taken = (sql: Sql) => sql`
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

/** Median minutes from taking to closing, of the latest. */
export const findMedian = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ median: number | null; measured: number }[]>`
    with ${taken(sql)}
    select (select percentile_cont(0.5) within group (order by minutes) from taken) as median,
      (select count(*)::int from taken) as measured`
  return usual(row)
}

/** Of `staff t`: at their desk they see patients of this product. */
export const seesPatientsOf = (sql: Sql, product: ReturnType<Sql> | string) => sql`(
  t.status = 'active' and t.clinician_id is not null and (t.role = 'clinician-and-clinical-manager' or exists (
    select 1 from clinician_product p where p.clinician_id = t.clinician_id and p.product_id = ${product})))`

/** Who is at their desk, can be counted on and sees patients of this product. */
const onlineFor = (sql: Sql, product: ReturnType<Sql> | string) => sql`(select count(*)::int from staff t
  where ${isSeen(sql)} and ${countsAsThere(sql)} and ${seesPatientsOf(sql, product)})`

/** The line of a product as somebody would meet it who joined it now. */
export async function findLine(sql: Sql, productId: string): Promise<Queue> {
  const [row] = await sql<{ ahead: number; online: number; median: number | null; measured: number }[]>`
    with ${taken(sql)}
    select ${countServedWith(sql, productId)} as ahead, ${onlineFor(sql, productId)} as online,
      (select percentile_cont(0.5) within group (order by minutes) from taken) as median,
      (select count(*)::int from taken) as measured`
  return { position: (row?.ahead ?? 0) + 1, online: row?.online ?? 0, medianMinutes: usual(row) }
}

/** The live queue as one waiting patient meets it; undefined unless they wait on demand. */
export async function findQueue(sql: Sql, consultationId: string): Promise<Queue | undefined> {
  const [row] = await sql<{ position: number; online: number; median: number | null; measured: number }[]>`
    with ${taken(sql)}
    select ${placeOf(sql)} as position,
      ${onlineFor(sql, sql`c.product_id`)} as online,
      (select percentile_cont(0.5) within group (order by minutes) from taken) as median,
      (select count(*)::int from taken) as measured
    from consultation c where c.id = ${consultationId} and c.type = 'on-demand' and c.status = 'QUEUED'`
  if (!row) return undefined
  return { position: row.position, online: row.online, medianMinutes: usual(row) }
}

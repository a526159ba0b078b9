import type { Sql } from '../../kit/db/db.ts'

/** Whether a clinician who sees patients of this product also sees those of `o`, an on-demand consultation. */
const isServedTogether = (sql: Sql, product: ReturnType<Sql> | string) => sql`(o.product_id = ${product} or exists (
  select 1 from clinician_product theirs join clinician_product mine using (clinician_id)
  where theirs.product_id = o.product_id and mine.product_id = ${product}))`

/** How many patients wait in the queue of a product. */
export const countQueued = (sql: Sql, productId: string) => sql`(
  select count(*)::int from consultation o
  where o.type = 'on-demand' and o.status = 'QUEUED' and ${isServedTogether(sql, productId)})`

/** The patient was recently called without success and has not reported back since. */
export const isBehindAfterMissedCall = (sql: Sql, at: ReturnType<Sql>) =>
  sql`coalesce(${at}.deferred_until > clock_timestamp(), false)`

/**
 * The position of `c` in its queue, from 1, among patients whom the same clinicians see. The order is: possible
 * emergencies, patients who kept their place over closing time, patients who reported back after a missed call, the
 * longest wait, and last those who were recently not reached.
 */
export const queuePositionOf = (sql: Sql) => sql`(
  select count(*)::int from consultation o
  where o.type = 'on-demand' and o.status = 'QUEUED' and ${isServedTogether(sql, sql`c.product_id`)}
    and (not o.is_urgent, o.kept_until is null, o.here_at is null, ${isBehindAfterMissedCall(sql, sql`o`)}, o.queued_at, o.id)
      <= (not c.is_urgent, c.kept_until is null, c.here_at is null, ${isBehindAfterMissedCall(sql, sql`c`)}, c.queued_at, c.id))`

/**
 * Minutes that the first patient in the queue of a product has waited; null while it is empty or holds only patients
 * who were not reached.
 */
export const headWaitOf = (sql: Sql, product: ReturnType<Sql> | string) => sql`(
  select minutes_since(min(greatest(o.queued_at, o.kept_until))) from consultation o
  where o.type = 'on-demand' and o.status = 'QUEUED' and o.after_hours_since is null and not ${isBehindAfterMissedCall(sql, sql`o`)}
    and (o.kept_until is null or o.kept_until <= clock_timestamp()) and ${isServedTogether(sql, product)})`

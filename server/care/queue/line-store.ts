import type { Sql } from '../../kit/db/db.ts'

/** `o` waits on demand: whether clinicians who see patients of this product see them as well. */
const isServedTogether = (sql: Sql, product: ReturnType<Sql> | string) => sql`(o.product_id = ${product} or exists (
  select 1 from clinician_product theirs join clinician_product mine using (clinician_id)
  where theirs.product_id = o.product_id and mine.product_id = ${product}))`

/** All who wait in the line of a product. */
export const countServedWith = (sql: Sql, productId: string) => sql`(
  select count(*)::int from consultation o
  where o.type = 'on-demand' and o.status = 'QUEUED' and ${isServedTogether(sql, productId)})`

/** Was not reached minutes ago, and has not said since that they are there. */
export const isAside = (sql: Sql, at: ReturnType<Sql>) => sql`coalesce(${at}.aside_until > clock_timestamp(), false)`

/**
 * The place of `c`, who waits on demand, from 1: among those whom the same clinicians see. Who may be an emergency comes
 * first, then who waits since before it closed, then who was called in vain and is there now, then whoever waits longest, and last who was not
 * reached minutes ago.
 */
export const placeOf = (sql: Sql) => sql`(
  select count(*)::int from consultation o
  where o.type = 'on-demand' and o.status = 'QUEUED' and ${isServedTogether(sql, sql`c.product_id`)}
    and (not o.is_urgent, o.kept_until is null, o.here_at is null, ${isAside(sql, sql`o`)}, o.queued_at, o.id)
      <= (not c.is_urgent, c.kept_until is null, c.here_at is null, ${isAside(sql, sql`c`)}, c.queued_at, c.id))`

/** Minutes for which the first in the line of a product has waited; null while nobody does, or only patients who were not reached. */
export const headOf = (sql: Sql, product: ReturnType<Sql> | string) => sql`(
  select minutes_since(min(greatest(o.queued_at, o.kept_until))) from consultation o
  where o.type = 'on-demand' and o.status = 'QUEUED' and o.after_hours_since is null and not ${isAside(sql, sql`o`)}
    and (o.kept_until is null or o.kept_until <= clock_timestamp()) and ${isServedTogether(sql, product)})`

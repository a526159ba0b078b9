import type { Sql } from './db.ts'

const AT_ONCE = 5_000

/**
 * Repeats a statement that handles `most` rows at a time until no row is left. A single statement for a million rows
 * would exceed the statement timeout, roll back, and fail again at the next run. Returns the number of rows.
 */
export async function runInBatches(step: (most: number) => PromiseLike<{ count: number }>): Promise<number> {
  for (let all = 0; ; ) {
    const { count } = await step(AT_ONCE)
    all += count
    if (count < AT_ONCE) return all
  }
}

/** Deletes all rows of a table that match the condition, in batches. */
export const deleteAll = (sql: Sql, table: string, isOver: ReturnType<Sql>): Promise<number> =>
  runInBatches(
    (most) => sql`
      delete from ${sql(table)} where ctid = any(array(select ctid from ${sql(table)} where ${isOver} limit ${most}))`,
  )

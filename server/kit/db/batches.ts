import type { Sql } from './db.ts'

const AT_ONCE = 5_000

/**
 * Repeats a statement that takes so many rows at a time until there is none left: one for a million would be given up
 * before its end, undone, and begun anew by the next sweep. Answers how many there were.
 */
export async function inBatches(step: (most: number) => PromiseLike<{ count: number }>): Promise<number> {
  for (let all = 0; ; ) {
    const { count } = await step(AT_ONCE)
    all += count
    if (count < AT_ONCE) return all
  }
}

/** Deletes every row of a table that this is true of. */
export const deleteAll = (sql: Sql, table: string, isOver: ReturnType<Sql>): Promise<number> =>
  inBatches(
    (most) => sql`
      delete from ${sql(table)} where ctid = any(array(select ctid from ${sql(table)} where ${isOver} limit ${most}))`,
  )

import type { Db, Tx } from '../kit/db/db.ts'

/**
 * The result of a query and the number of rows of the table that it scanned: a full scan is fast today and slow in a
 * year.
 */
export function countRowReads<T>(
  db: Db,
  table: string,
  run: (tx: Tx) => Promise<T>,
): Promise<{ result: T; read: number }> {
  return db.begin(async (tx) => {
    const before = await rowsRead(tx, table)
    const result = await run(tx)
    return { result, read: (await rowsRead(tx, table)) - before }
  }) as Promise<{ result: T; read: number }>
}

async function rowsRead(tx: Tx, table: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = ${table}`
  if (!row) throw new Error('the database returned no read statistics')
  return row.count
}

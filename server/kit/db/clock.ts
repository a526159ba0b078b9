import type { Sql } from './db.ts'

/** The database's clock, which all processes share. */
export async function databaseNow(sql: Sql): Promise<Date> {
  const [clock] = await sql<{ now: Date }[]>`select clock_timestamp() as now`
  return clock?.now ?? new Date()
}

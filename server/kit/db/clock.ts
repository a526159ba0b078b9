import type { Sql } from './db.ts'

/** What the database's clock shows now: of several processes, the one that all of them go by. */
export async function databaseNow(sql: Sql): Promise<Date> {
  const [clock] = await sql<{ now: Date }[]>`select clock_timestamp() as now`
  return clock?.now ?? new Date()
}

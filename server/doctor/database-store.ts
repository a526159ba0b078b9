import type { Sql } from '../kit/db/db.ts'
import { type Applied, appliedMigrations } from '../kit/migration/migrate.ts'

/** The migrations that ran; none in a database without the table. */
export async function findAppliedMigrations(sql: Sql): Promise<Applied[]> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('migration') is not null as exists`
  return table?.exists ? appliedMigrations(sql) : []
}

export async function countConnections(sql: Sql): Promise<{ most: number; used: number }> {
  const [row] = await sql<{ most: number; used: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`
  return row ?? { most: 0, used: 0 }
}

export async function hasChecksums(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ state: string }[]>`select current_setting('data_checksums') as state`
  return row?.state === 'on'
}

export async function findOwnRole(sql: Sql): Promise<{ isSuper: boolean; isOwner: boolean }> {
  const [row] = await sql<{ isSuper: boolean; isOwner: boolean }[]>`
    select rolsuper as "isSuper",
           pg_has_role((select datdba from pg_database where datname = current_database()), 'usage') as "isOwner"
    from pg_roles where rolname = current_user`
  return row ?? { isSuper: false, isOwner: false }
}

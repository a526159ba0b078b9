import { existsSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { Problem } from '../preflight.mjs'
import { run } from '../run.ts'

/**
 * Path of `pg_dump` or `pg_restore` for a server of this major version. Debian installs one folder for each version;
 * elsewhere the program in PATH has to be at least as new as the server.
 */
export async function findPostgresProgram(name: 'pg_dump' | 'pg_restore', major: number): Promise<string> {
  const ofDebian = join('/usr/lib/postgresql', String(major), 'bin', name)
  if (existsSync(ofDebian)) return ofDebian
  const { code, output } = await run(name, ['--version']).catch(() => ({ code: 1, output: '' }))
  const found = Number(/ (\d+)/.exec(output)?.[1] ?? 0)
  if (code === 0 && found >= major) return name
  throw new Problem(
    `${name} of PostgreSQL ${major} or newer is needed${found ? `, and this one is ${found}` : ''} ` +
      `(Debian: apt-get install postgresql-client-${major}).`,
  )
}

/** The connection as PostgreSQL's own programs read it: other users can read arguments, but not the environment. */
export function connectionEnv(text: string): Record<string, string | undefined> {
  const url = new URL(text)
  return {
    PATH: process.env.PATH,
    PGHOST: url.hostname,
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get('sslmode') ?? undefined,
    PGAPPNAME: 'cuida-backup',
  }
}

export async function withConnection<T>(url: string, work: (db: postgres.Sql) => Promise<T>): Promise<T> {
  const db = postgres(url, { max: 1, onnotice: () => {} })
  return work(db).finally(() => db.end({ timeout: 5 }))
}

export async function serverVersion(db: postgres.Sql): Promise<number> {
  const [row] = await db<{ major: number }[]>`select current_setting('server_version_num')::int / 10000 as major`
  return row?.major ?? 0
}

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type postgres from 'postgres'
import { MIGRATIONS, readMigrations } from '../../server/kit/migration/files.ts'
import { Problem } from '../preflight.mjs'
import { decryptFrom, sha256Of, succeeds, together } from './age.ts'
import { documentOf, readList } from './document-copies.ts'
import { DATABASE_FILE, DOCUMENT_LIST, type Manifest } from './manifest.ts'
import { connectionEnv, findPostgresProgram, serverVersion, withConnection } from './postgres-programs.ts'

/** Compares every file with the manifest, and the migrations with those of the installed release. */
export async function checkBackup(path: string, { database, documents, release }: Manifest): Promise<void> {
  const files = [
    { name: DOCUMENT_LIST, ...documents.list },
    ...(database ? [{ name: DATABASE_FILE, ...database }] : []),
  ]
  for (const { name, sha256 } of files) await checkFile(join(path, name), sha256)
  const known = await readMigrations(MIGRATIONS)
  if (database && !known.some(({ name }) => name === database.migration))
    throw new Problem(
      `The backup has the migration ${database.migration}, which this release does not know: install ${release} or newer.`,
    )
}

async function checkFile(path: string, sha256: string): Promise<void> {
  if (!existsSync(path)) throw new Problem(`${path} is missing.`)
  if ((await sha256Of(path)) !== sha256) throw new Problem(`${path} differs from what was backed up.`)
}

/** Another connection would see a database that is half restored, or work on it. */
export async function refuseConnections(db: postgres.Sql): Promise<void> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and usesysid is not null and pid <> pg_backend_pid()`
  if (row?.count)
    throw new Problem(`Stop the API and the workers first: the database has ${row.count} other connections.`)
}

/** Restores the whole dump in one transaction: all of it, or nothing. */
export async function restoreDatabase(
  url: string,
  path: string,
  { identity, overwrite, roles }: { identity: string; overwrite: boolean; roles: readonly string[] },
): Promise<void> {
  const major = await withConnection(url, async (db) => {
    await refuseConnections(db)
    await requireRoles(db, roles)
    await makeEmpty(db, overwrite)
    return serverVersion(db)
  })
  const program = await findPostgresProgram('pg_restore', major)
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  const env = connectionEnv(url)
  const restore = spawn(program, [...args, `--dbname=${env.PGDATABASE}`], { env, stdio: ['pipe', 'ignore', 'pipe'] })
  const { content, done } = decryptFrom(join(path, DATABASE_FILE), identity)
  await together([done, succeeds(restore, 'pg_restore'), pipeline(content, restore.stdin)])
  await withConnection(url, (db) => db`analyze`)
}

/** The policies of row-level security name them. */
async function requireRoles(db: postgres.Sql, roles: readonly string[]): Promise<void> {
  const found = await db<{ name: string }[]>`select rolname as name from pg_roles`
  const missing = roles.filter((role) => !found.some(({ name }) => name === role))
  if (missing.length > 0)
    throw new Problem(
      `The server has no role ${missing.join(' and ')}, which the backup names: create it as docs/operate.md does, or with "create role NAME".`,
    )
}

async function makeEmpty(db: postgres.Sql, overwrite: boolean): Promise<void> {
  const schemas = await db<{ name: string }[]>`
    select distinct n.nspname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`
  if (schemas.length === 0) return
  if (!overwrite)
    throw new Problem('The database is not empty. Restore into a new one, or add --overwrite to delete what it has.')
  for (const { name } of schemas) await db`drop schema ${db(name)} cascade`
  if (schemas.some(({ name }) => name === 'public')) await db`create schema public`
}

/** Restores the documents that the folder lacks; an interrupted run continues where it was. Returns their number. */
export async function restoreDocuments(path: string, identity: string, target: string): Promise<number> {
  let restored = 0
  for (const { path: copy, sha256 } of readList(join(path, DOCUMENT_LIST))) {
    const name = documentOf(copy)
    const file = join(target, name.slice(0, 2), name)
    if (existsSync(file)) continue
    const source = join(dirname(path), copy)
    await checkFile(source, sha256)
    const { content, done } = decryptFrom(source, identity)
    const [bytes] = await Promise.all([buffer(content), done])
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const handle = await open(`${file}.part`, 'w', 0o600)
    await handle.writeFile(bytes)
    await handle.sync().finally(() => handle.close())
    await rename(`${file}.part`, file)
    restored++
  }
  return restored
}

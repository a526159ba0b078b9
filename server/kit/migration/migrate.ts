import { setTimeout as pause } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { connectOnce, type Db, graphileUrl, type Sql } from '../db/db.ts'
import { MIGRATIONS, type Migration, readMigrations } from './files.ts'
import { grantUse } from './rights.ts'
import { LOCK_RETRY, type LockRetry, run } from './run.ts'

export const appliedMigrations = (sql: Sql): Promise<Applied[]> =>
  sql<Applied[]>`select name, checksum from migration order by name`

const listed = (migrations: readonly { name: string }[]): string => migrations.map(({ name }) => name).join(', ')

// Key of the advisory lock; any number will do. Two programs that start together must not migrate at once.
const LOCK = 727_274

export interface MigrateOptions {
  folder?: URL
  lockRetry?: LockRetry
  /** The role of API and worker, where another one owns the tables. */
  user?: string | undefined
}

/**
 * Runs pending SQL migrations in order, forward only, each in its own transaction. Returns the names of those that
 * ran.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = MIGRATIONS, lockRetry = LOCK_RETRY, user } = options
  const known = await readMigrations(folder)
  const own = connectOnce(url, 'cuida-migrate')
  try {
    // A migration may take long, unlike a request: a large table, or another program that migrates first.
    await own`set statement_timeout = 0`
    await takeTurn(own)
    const pending = await findPending(own, known)
    // The queue's own tables, so that `add_job` exists in the first transaction that needs it.
    await runMigrations({ connectionString: withoutTimeout(url) })
    await keepPlans(own)
    for (const migration of pending) await run(own, migration, lockRetry)
    await grantUse(own, user)
    return pending.map(({ name }) => name)
  } finally {
    // Also releases the advisory lock.
    await own.end({ timeout: 5 })
  }
}

/** The queue migrates over its own connection, which takes the timeout from the URL. */
function withoutTimeout(url: string): string {
  const unlimited = new URL(graphileUrl(url))
  unlimited.searchParams.set('statement_timeout', '0')
  return unlimited.href
}

/**
 * Polls the advisory lock. A statement that waits for it would hold a snapshot, and a concurrent index build of the lock's
 * holder waits for every older snapshot: the two would deadlock.
 */
async function takeTurn(own: Db): Promise<void> {
  for (;;) {
    const [turn] = await own<{ taken: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as taken`
    if (turn?.taken) return
    await pause(100)
  }
}

async function findPending(own: Db, known: readonly Migration[]): Promise<Migration[]> {
  await own`
    create table if not exists migration (
      name text primary key, checksum text not null, at timestamptz not null default now())`
  return pendingOf(known, await appliedMigrations(own))
}

/**
 * The queue's `add_jobs` plans its four statements at each call, which takes as long as running them; a booking adds five
 * jobs. All four look rows up by a key, so a generic plan fits, unless it was made for an empty table: hence without
 * sequential scans. Runs after the queue's own migrations, which replace the function.
 */
const keepPlans = (sql: Sql) => sql`
  alter function graphile_worker.add_jobs(graphile_worker.job_spec[], boolean)
    set plan_cache_mode = force_generic_plan set enable_seqscan = off`

let ofThisVersion: Promise<Migration[]> | undefined

/** Whether the database has all migrations of this version; it may have later ones. */
export async function isUpToDate(sql: Sql): Promise<boolean> {
  ofThisVersion ??= readMigrations(MIGRATIONS)
  return pendingOf(await ofThisVersion, await appliedMigrations(sql)).length === 0
}

export interface Applied {
  name: string
  checksum: string
}

/** The migrations still to run. Throws when the database does not have a beginning of this version's migrations. */
export function pendingOf(known: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const ran = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  const edited = known.filter(({ name, checksum }) => ran.has(name) && ran.get(name) !== checksum)
  if (edited.length > 0)
    throw new Error(
      `${listed(edited)} was edited after it ran in this database. Restore the file, ` +
        'and write the change as a new migration (npm run db:new NAME).',
    )
  const pending = known.filter(({ name }) => !ran.has(name))
  const [next] = pending
  if (!next) return []
  const laterMigrations = known.slice(known.indexOf(next)).filter(({ name }) => ran.has(name))
  const strange = applied.filter(({ name }) => !known.some((each) => each.name === name))
  if (laterMigrations.length > 0 || strange.length > 0)
    throw new Error(
      `The database has ${listed([...laterMigrations, ...strange])}, but not ${next.name}, which comes before: a version that is ` +
        'no ancestor of this one migrated it. Start the version that migrated it, or use an empty database.',
    )
  return pending
}

import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { connectOnce, type Sql } from './db/db.ts'

const FOLDER = new URL('../migrations/', import.meta.url)
// Any number: two programs that start together must not migrate at once.
const LOCK = 727_274

/** Numbered SQL, forward only, each in a transaction of its own. Returns the names that ran. */
export async function migrate(url: string): Promise<string[]> {
  const own = connectOnce(url, 'cuida-migrate')
  try {
    // No limit as for what somebody waits for: a large table, or another program that migrates, takes its time.
    await own`set statement_timeout = 0`
    await own`select pg_advisory_lock(${LOCK})`
    await own`create table if not exists migration (name text primary key, at timestamptz not null default now())`
    // The queue's own tables, so that `add_job` exists in the first transaction that needs it.
    await runMigrations({ connectionString: url })
    await keepPlans(own)
    const pending = await pendingMigrations(own)
    for (const name of pending) await apply(own, name)
    return pending
  } finally {
    // And with it the lock.
    await own.end({ timeout: 5 })
  }
}

/**
 * The queue's `add_jobs` plans its four statements anew at each call, which takes as long as running them; a booking adds
 * five jobs. All four look rows up by a key, so one plan is right for ever, if it was not made while the table was empty:
 * hence no plan that reads all of it. After the queue's own migrations, which would replace the function.
 */
const keepPlans = (sql: Sql) => sql`
  alter function graphile_worker.add_jobs(graphile_worker.job_spec[], boolean)
    set plan_cache_mode = force_generic_plan set enable_seqscan = off`

/** Names of the migrations that this build has and the database has not. */
export async function pendingMigrations(sql: Sql): Promise<string[]> {
  const done = new Set((await sql<{ name: string }[]>`select name from migration`).map((row) => row.name))
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return files.filter((name) => !done.has(name))
}

async function apply(sql: Sql, name: string): Promise<void> {
  const text = await readFile(new URL(name, FOLDER), 'utf8')
  await sql.unsafe(`begin;\n${text}\n;insert into migration (name) values ('${name}');\ncommit;`)
}

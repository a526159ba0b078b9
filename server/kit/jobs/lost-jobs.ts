import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Sql } from '../db/db.ts'

// A worker that must reconnect after a restart of the database is listening again within this time.
const GRACE_SECONDS = 30

/** Sets `application_name` of a worker's listening connection to the id under which the worker locks its jobs. */
export function namedListener(): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:listen:success', ({ workerPool, client }) => {
    // Sent when the connection is idle, since it takes one statement at a time. When it fails, the worker opens
    // another connection and emits the event again.
    client.once('drain', () => {
      client.query("select set_config('application_name', $1, false)", [workerPool.id]).catch(() => {})
    })
  })
  return events
}

/**
 * Unlocks jobs of workers that are no longer connected to the database; the queue itself would wait four hours. Safe
 * to run at any time and in several processes.
 */
export async function unlockLostJobs(sql: Sql): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from (
      select distinct locked_by from graphile_worker.jobs
      where locked_at <= clock_timestamp() - make_interval(secs => ${GRACE_SECONDS})
        and locked_by not in (select application_name from pg_stat_activity where application_name is not null)
    ) gone having count(*) > 0`
}

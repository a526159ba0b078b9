import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Sql } from '../db/db.ts'

// A worker that is told to listen anew by the database's restart is there again by then.
const GRACE_SECONDS = 30

/** Names the connection on which a worker waits for jobs after the mark with which it takes them. */
export function namedListener(): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:listen:success', ({ workerPool, client }) => {
    // When it listens: it takes one statement at a time. One that fails is followed by another, with its own event.
    client.once('drain', () => {
      client.query("select set_config('application_name', $1, false)", [workerPool.id]).catch(() => {})
    })
  })
  return events
}

/**
 * Gives back the jobs of workers that died: the database knows who is connected, and the queue by itself would wait for
 * four hours. Safe to run at any time, by any number of processes.
 */
export async function freeLostJobs(sql: Sql): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(locked_by)) from (
      select distinct locked_by from graphile_worker.jobs
      where locked_at <= clock_timestamp() - make_interval(secs => ${GRACE_SECONDS})
        and locked_by not in (select application_name from pg_stat_activity where application_name is not null)
    ) gone having count(*) > 0`
}

import type { JobName, Jobs } from '../kit/jobs/jobs.ts'
import type { TestContext } from './test-context.ts'

type Handlers = { [N in JobName]?: (payload: Jobs[N]) => Promise<void> }

/** Runs the due jobs as a worker would, until none is left. Failed jobs stay in the queue. */
export async function runDueJobs({ db }: TestContext, handlers: Handlers): Promise<void> {
  for (;;) {
    const [job] = await db<{ name: JobName; payload: never; id: string }[]>`
      select j.id, t.identifier as name, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where j.run_at <= clock_timestamp() order by j.id limit 1`
    if (!job) return
    await db`delete from graphile_worker._private_jobs where id = ${job.id}`
    await handlers[job.name]?.(job.payload)
  }
}

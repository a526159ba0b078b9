import { setTimeout as sleep } from 'node:timers/promises'
import { type Runner, type RunnerOptions, run } from 'graphile-worker'
import { type Db, isDatabaseDown } from '../db/db.ts'
import type { Log } from '../log/log.ts'
import { namedListener } from './lost-jobs.ts'

/** `restarting`: the queue's runner ended and is started again. `stalled`: jobs are due and none is fetched. */
export type RunnerState = 'running' | 'restarting' | 'stalled'

export interface JobRunner {
  state(): RunnerState
  stop(): Promise<void>
}

interface Surroundings {
  db: Db
  log: Log
  /**
   * Called once when the runner is stalled. Only a new process helps then, since a hanging runner cannot be stopped.
   */
  onStalled: () => void
  /**
   * The runner counts as stalled after this time without a fetch or a finished job, if jobs have been due for as
   * long.
   */
  stalledMs?: number
}

type TaskList = Record<string, (payload: unknown) => Promise<void>>

const RESTART_DELAY_MS = 250
const CHECK_EVERY_MS = 5_000
const STALLED_MS = 30_000

/**
 * Runs the queue until it is stopped. graphile-worker ends its runner for good when it cannot record a finished job, for
 * example because the database closed the connection: without a new one no job would run until the process restarts.
 * Rejects when the first start fails.
 */
export async function startJobRunner(
  options: Omit<RunnerOptions, 'taskList' | 'events'> & { taskList: TaskList },
  { db, log, onStalled, stalledMs = STALLED_MS }: Surroundings,
): Promise<JobRunner> {
  let state: RunnerState = 'running'
  let isStopping = false
  let poolId = ''
  let lastSignAt = Date.now()

  const start = async (): Promise<Runner> => {
    const events = namedListener()
    events.on('pool:create', ({ workerPool }) => {
      poolId = workerPool.id
    })
    for (const sign of ['localQueue:getJobs:complete', 'job:complete'] as const)
      events.on(sign, () => {
        lastSignAt = Date.now()
      })
    return run({ ...options, taskList: retryWithoutDatabase(options.taskList, () => isStopping), events })
  }

  let runner = await start()
  const supervise = async () => {
    while (true) {
      await runner.promise.catch(() => {})
      if (isStopping) return
      state = 'restarting'
      log.error('the job runner stopped and is restarted', { job: 'runner' })
      // Otherwise its jobs would wait for `freeLostJobs`; a job that was done but not recorded as done runs again.
      await retryUntil(
        () => isStopping,
        async () => {
          await db`select graphile_worker.force_unlock_workers(array[${poolId}])`
          runner = await start()
        },
      )
      lastSignAt = Date.now()
      state = 'running'
    }
  }
  const supervised = supervise()

  const check = async () => {
    if (Date.now() - lastSignAt < stalledMs || state !== 'running') return
    if (!(await hasOverdueJobs(db, stalledMs))) return
    state = 'stalled'
    log.error('the job runner is stalled', { job: 'runner' })
    onStalled()
  }
  // A check that fails because the database is unreachable does not count as a stall; the next one repeats it.
  const timer = setInterval(() => check().catch(() => {}), Math.min(CHECK_EVERY_MS, stalledMs))

  return {
    state: () => state,
    async stop() {
      isStopping = true
      clearInterval(timer)
      // The runner may have ended already.
      await runner.stop().catch(() => {})
      await supervised
    },
  }
}

async function retryUntil(isOver: () => boolean, attempt: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    try {
      return await attempt()
    } catch {
      await sleep(RESTART_DELAY_MS)
    }
  }
}

/** Whether a job without a worker has been due for longer than `ms`. */
async function hasOverdueJobs(db: Db, ms: number): Promise<boolean> {
  const [job] = await db`
    select 1 from graphile_worker.jobs
    where locked_at is null and attempts < max_attempts
      and run_at < clock_timestamp() - make_interval(secs => ${ms / 1_000}) limit 1`
  return job !== undefined
}

const MAX_TRIES = 40
const TRY_AGAIN_MS = 500

/**
 * A job that fails because the database is unreachable restarts within its run, for 20 s at most. As a failed attempt
 * it would wait for seconds, then minutes, though the database may be back at once. Every job is safe to run again.
 */
function retryWithoutDatabase(tasks: TaskList, isStopping: () => boolean): TaskList {
  const retrying =
    (handle: TaskList[string]): TaskList[string] =>
    async (payload) => {
      for (let tries = 1; ; tries++) {
        try {
          return await handle(payload)
        } catch (error) {
          if (!isDatabaseDown(error) || tries === MAX_TRIES || isStopping()) throw error
          await sleep(TRY_AGAIN_MS)
        }
      }
    }
  return Object.fromEntries(Object.entries(tasks).map(([name, handle]) => [name, retrying(handle)]))
}

import { run } from 'graphile-worker'
import { readEnv } from './env.ts'
import { jobHandlers, sweeps } from './jobs.ts'
import { namedListener } from './kit/lost-jobs.ts'
import { runUntilStopped } from './kit/run.ts'
import { workerLogger } from './kit/worker-log.ts'
import { createServices } from './services.ts'

const AT_ONCE = 8

await runUntilStopped(async () => {
  const env = readEnv(process.env)
  const services = await createServices(env, 'worker')
  const handlers = jobHandlers(services)
  const runner = await run({
    connectionString: env.DATABASE_URL,
    concurrency: AT_ONCE,
    pollInterval: 1_000,
    // Jobs are taken and ended several at a time. What waits here for longer than a moment is for other workers to do.
    preset: {
      worker: {
        localQueue: { size: AT_ONCE, ttl: 1_000, refetchDelay: { durationMs: 10 } },
        completeJobBatchDelay: 20,
      },
    },
    events: namedListener(),
    noHandleSignals: true,
    // By UTC. A day that was missed while nothing ran is caught up with.
    crontab: '17 3 * * * purgeLocked ?fill=2d\n43 4 * * * reconcile ?fill=2d',
    logger: workerLogger(services.log),
    taskList: Object.fromEntries(
      Object.entries(handlers).map(([name, handle]) => [name, (payload: unknown) => handle(payload as never)]),
    ),
  })
  const stopSweeps = sweeps(services)
  services.log.info('worker ready')
  return async () => {
    stopSweeps()
    await runner.stop()
    await services.close()
  }
})

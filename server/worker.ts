import { run } from 'graphile-worker'
import { fitEnv } from './fit-to-start.ts'
import { CRONTAB, jobHandlers, startSweeps } from './jobs.ts'
import { namedListener } from './kit/jobs/lost-jobs.ts'
import { workerLogger } from './kit/jobs/worker-log.ts'
import { beforeItEnds, runUntilStopped } from './kit/run.ts'
import { isPublic, mayShowDemo } from './production.ts'
import { createServices } from './services.ts'

const AT_ONCE = 8

await runUntilStopped(async () => {
  const env = await fitEnv(process.env)
  const services = await createServices(env, 'worker')
  beforeItEnds(services.faults.lastWords)
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
    crontab: CRONTAB,
    logger: workerLogger(services.log),
    taskList: Object.fromEntries(
      Object.entries(handlers).map(([name, handle]) => [name, (payload: unknown) => handle(payload as never)]),
    ),
  })
  const stopSweeps = startSweeps(services)
  if (isPublic(env) && mayShowDemo(env)) services.log.warn('DEMO_IN_PUBLIC: everybody can read every code')
  services.log.info('worker ready')
  return async () => {
    stopSweeps()
    await runner.stop()
    await services.close()
  }
})

import { run } from 'graphile-worker'
import { readEnv } from './env.ts'
import { jobHandlers, sweeps } from './jobs.ts'
import { runUntilStopped } from './kit/run.ts'
import { workerLogger } from './kit/worker-log.ts'
import { createServices } from './services.ts'

await runUntilStopped(async () => {
  const env = readEnv(process.env)
  const services = await createServices(env, 'worker')
  const handlers = jobHandlers(services)
  const runner = await run({
    connectionString: env.DATABASE_URL,
    concurrency: 8,
    pollInterval: 1_000,
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

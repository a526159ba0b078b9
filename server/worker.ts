import { createServer } from 'node:http'
import { observeClinic } from './clinic-figures.ts'
import { CRONTAB, jobHandlers, startScheduledJobs } from './jobs.ts'
import { graphileUrl } from './kit/db/db.ts'
import { type JobRunner, startJobRunner } from './kit/jobs/job-runner.ts'
import { workerLogger } from './kit/jobs/worker-log.ts'
import { isUpToDate } from './kit/migration/migrate.ts'
import { beforeItEnds, runUntilStopped } from './kit/run.ts'
import { watchJob } from './kit/telemetry/telemetry.ts'
import { isPublic, mayShowDemo } from './production.ts'
import { createServices, type Services } from './services.ts'
import { preflightEnv } from './startup-checks.ts'

const AT_ONCE = 8

await runUntilStopped(async () => {
  const env = await preflightEnv(process.env)
  const services = await createServices(env, 'worker')
  beforeItEnds(services.errorReporter.lastWords)
  const handlers = jobHandlers(services)
  const runner = await startJobRunner(
    {
      connectionString: graphileUrl(env.DATABASE_URL),
      concurrency: AT_ONCE,
      pollInterval: 1_000,
      // Jobs are fetched and completed in batches. A job that waits in this process longer than a moment is returned
      // to other workers.
      preset: {
        worker: {
          localQueue: { size: AT_ONCE, ttl: 1_000, refetchDelay: { durationMs: 10 } },
          completeJobBatchDelay: 20,
        },
      },
      noHandleSignals: true,
      crontab: CRONTAB,
      logger: workerLogger(services.log),
      taskList: Object.fromEntries(
        Object.entries(handlers).map(([name, handle]) => [
          name,
          (payload: unknown) => watchJob(services.telemetry, name, () => handle(payload as never)),
        ]),
      ),
    },
    {
      ...services,
      // Thrown uncaught, so that it is reported and ends the process; the process manager restarts the worker.
      onStalled: () =>
        setImmediate(() => {
          throw new Error('the job runner is stalled')
        }),
    },
  )
  observeClinic(services, Object.keys(handlers))
  const stopScheduledJobs = startScheduledJobs(services)
  const stopHealth = env.WORKER_PORT ? await serveHealth(services, runner, env.HOST, env.WORKER_PORT) : () => {}
  if (isPublic(env) && mayShowDemo(env))
    services.log.warn('DEMO_IN_PUBLIC is set: anybody can read every code that the simulators send')
  services.log.info('worker ready')
  return {
    async stop() {
      stopHealth()
      stopScheduledJobs()
      await runner.stop()
      await services.close()
    },
  }
})

/** `/healthz`: this process runs. `/readyz`: it takes jobs, the database answers and every migration is applied. */
async function serveHealth({ db }: Services, runner: JobRunner, host: string, port: number): Promise<() => void> {
  const server = createServer(async ({ url }, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url === '/healthz') return answer(200, { ok: true })
    if (url !== '/readyz') return answer(404, { code: 'NOT_FOUND' })
    const jobs = runner.state()
    const ready = jobs === 'running' && (await isUpToDate(db).catch(() => false))
    return answer(ready ? 200 : 503, { ready, jobs })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return () => void server.close()
}

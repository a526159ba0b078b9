import { type Job, Logger } from 'graphile-worker'
import type { Log } from '../log/log.ts'

/**
 * graphile-worker's messages quote payloads and errors, so only the fact of a failure and the job's name are logged.
 * A failure without a job is one of the queue itself, such as the message of a stopping worker about unfinished jobs,
 * although they are released.
 */
export function workerLogger(log: Log): Logger {
  return new Logger((scope) => (level, _message, meta) => {
    if (level !== 'error') return
    const error = meta?.error
    const job = (meta?.job as Job | undefined)?.task_identifier ?? scope.taskIdentifier
    // The job runs again. The circuit breaker, its metric and its alert report an outage once, rather than an error
    // report for each attempt.
    if (isProviderDown(error)) log.warn('job waits for a provider', { job, provider: error.provider })
    else if (job) log.error('job failed', { job, error })
    else log.error('queue failed', { error })
  })
}

/** By its name, since `kit` imports no provider. */
const isProviderDown = (error: unknown): error is Error & { provider: string } =>
  error instanceof Error && error.name === 'ProviderDown'

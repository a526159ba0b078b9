import { Logger } from 'graphile-worker'
import type { Log } from '../log/log.ts'

/**
 * graphile-worker's messages quote payloads and errors, so only the fact of a failure and the job's name are logged.
 * A failure without a job is one of the queue itself, such as the message of a stopping worker about unfinished jobs,
 * although they are released.
 */
export function workerLogger(log: Log): Logger {
  return new Logger((scope) => (level, _message, meta) => {
    const job = scope.taskIdentifier
    if (level !== 'error') return
    if (job) log.error('job failed', { job, error: meta?.error })
    else log.error('queue failed', { error: meta?.error })
  })
}

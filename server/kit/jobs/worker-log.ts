import { Logger } from 'graphile-worker'
import type { Log } from '../log/log.ts'

/**
 * graphile-worker's own messages quote payloads and errors: only that something failed, and which job, is kept. What fails
 * of no job is the queue itself: of a worker that stops while jobs wait in it, it says so although they are given back.
 */
export function workerLogger(log: Log): Logger {
  return new Logger((scope) => (level, _message, meta) => {
    const job = scope.taskIdentifier
    if (level !== 'error') return
    if (job) log.error('job failed', { job, error: meta?.error })
    else log.error('queue failed', { error: meta?.error })
  })
}

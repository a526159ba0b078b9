import { Logger } from 'graphile-worker'
import type { Log } from './log.ts'

/** graphile-worker's own messages quote payloads and errors: only that something failed, and which job, is kept. */
export function workerLogger(log: Log): Logger {
  return new Logger((scope) => (level, _message, meta) => {
    const job = scope.taskIdentifier
    if (level === 'error') log.error('job failed', { ...(job ? { job } : {}), error: meta?.error })
  })
}

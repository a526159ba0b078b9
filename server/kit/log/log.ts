import { errorCode } from '../db/db.ts'

export type LogLevel = 'silent' | 'error' | 'warn' | 'info'
const RANK: Record<LogLevel, number> = { silent: 0, error: 1, warn: 2, info: 3 }

/**
 * The fields of a log line. An allow-list, since redaction by path misses unlisted paths: names, phones, symptoms,
 * tokens, addresses and bodies have no field and cannot be logged.
 */
export interface LogFields {
  traceId?: string
  method?: string
  /** The route's pattern, never the requested URL. */
  route?: string
  status?: number
  ms?: number
  job?: string
  notification?: string
  provider?: string
  /** Name of a rate limit, without the client who exceeded it. */
  limit?: string
  orderId?: string
  consultationId?: string
  subscriptionId?: string
  /** Entry of the content service. */
  slug?: string
  count?: number
  /** Entries and fields of the clinic's content that cannot be served. */
  problems?: readonly string[]
  error?: unknown
}

export interface Log {
  /** Whether lines of this level are written, so that callers can skip building them. */
  isEnabled(level: LogLevel): boolean
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

/** Writes structured lines to standard output. Of an error only name, code, constraint and stack frames are kept. */
export function createLog(level: LogLevel, write: (line: string) => void = (line) => process.stdout.write(line)): Log {
  const log =
    (rank: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (RANK[rank] > RANK[level]) return
      write(`${JSON.stringify({ at: new Date().toISOString(), level: rank, event, ...allowed(fields) })}\n`)
    }
  const isEnabled = (rank: LogLevel) => RANK[rank] <= RANK[level]
  return { isEnabled, info: log('info'), warn: log('warn'), error: log('error') }
}

const MAX_PROBLEMS = 20

function allowed({
  traceId,
  method,
  route,
  status,
  ms,
  job,
  provider,
  limit,
  orderId,
  consultationId,
  subscriptionId,
  slug,
  count,
  problems,
  error,
}: LogFields) {
  const ids = { orderId, consultationId, subscriptionId, slug }
  const line = {
    traceId,
    method,
    route,
    status,
    ms,
    job,
    provider,
    limit,
    ...ids,
    count,
    problems: problems?.slice(0, MAX_PROBLEMS),
  }
  return error === undefined ? line : { ...line, error: describeError(error) }
}

// The message is dropped, since it may quote a row ("Key (phone)=(+34…) already exists"); frames and code locate the
// error.
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  const constraint = 'constraint_name' in error ? error.constraint_name : undefined
  return { name: error.name, code: errorCode(error) || undefined, constraint, stack: frames.slice(0, 12) }
}

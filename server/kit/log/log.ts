import { errorCode } from '../db/db.ts'

export type LogLevel = 'silent' | 'error' | 'warn' | 'info'
const RANK: Record<LogLevel, number> = { silent: 0, error: 1, warn: 2, info: 3 }

/**
 * Everything a log line may hold. No name, phone, symptom, token, address or body can be logged, because there is no
 * field for it: an allow-list, since redaction by path misses what nobody listed.
 */
export interface LogFields {
  traceId?: string
  method?: string
  /** The route's pattern, never the address that was asked for. */
  route?: string
  status?: number
  ms?: number
  job?: string
  /** Type of a notification. */
  notification?: string
  provider?: string
  /** Of a limit: its name, never who went over it. */
  limit?: string
  orderId?: string
  consultationId?: string
  subscriptionId?: string
  /** Of an entry of the content service. */
  slug?: string
  count?: number
  /** Of the clinic's content: entries and fields that cannot be served. */
  problems?: readonly string[]
  error?: unknown
}

export interface Log {
  /** Whether a line of this level would be written: to spare the work of making one. */
  hears(level: LogLevel): boolean
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

/** Structured lines on standard output. Of an error only its name, code, constraint and stack frames are kept. */
export function createLog(level: LogLevel, write: (line: string) => void = (line) => process.stdout.write(line)): Log {
  const log =
    (rank: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (RANK[rank] > RANK[level]) return
      write(`${JSON.stringify({ at: new Date().toISOString(), level: rank, event, ...allowed(fields) })}\n`)
    }
  const hears = (rank: LogLevel) => RANK[rank] <= RANK[level]
  return { hears, info: log('info'), warn: log('warn'), error: log('error') }
}

const MOST_PROBLEMS = 20

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
    problems: problems?.slice(0, MOST_PROBLEMS),
  }
  return error === undefined ? line : { ...line, error: described(error) }
}

// A message may quote a row ("Key (phone)=(+34…) already exists"): the frames say where, the code says what.
export function described(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  const constraint = 'constraint_name' in error ? error.constraint_name : undefined
  return { name: error.name, code: errorCode(error) || undefined, constraint, stack: frames.slice(0, 12) }
}

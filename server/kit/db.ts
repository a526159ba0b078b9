import postgres from 'postgres'

export type Db = postgres.Sql
/** Inside `db.begin`. */
export type Tx = postgres.TransactionSql
/** Either: stores take this, so that a read works inside and outside a transaction. */
export type Sql = Db | Tx

/** Connects lazily. Timestamps come back as Date, bigint as string; `null` stays null. */
export function connect(url: string, { max = 10, name = 'cuida' } = {}): Db {
  return postgres(url, {
    max,
    idle_timeout: 60,
    connect_timeout: 5,
    connection: { application_name: name, statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 },
    onnotice: () => {},
    types: {
      // A date is a calendar day, not a moment: it must not drift with the process's time zone.
      date: { to: 1082, from: [1082], serialize: (day: string) => day, parse: (day: string) => day },
    },
  })
}

/**
 * Sends statements of one transaction in one go instead of waiting for each answer. They run in this order, and each sees
 * what those before it did. Functions that send one statement each, but for the last: what follows a failed one must not run
 * after the rollback.
 */
export function inOneGo<T extends readonly (Promise<unknown> | undefined)[]>(
  ...started: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  // A bare query would begin only now, after those that a function has begun.
  if (started.some((each) => each && 'execute' in each)) throw new Error('a bare query would lose its place')
  return Promise.all(started)
}

const CONNECTION_TROUBLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
])

/** The database is away or read-only: the answer is 503, never 401 or 500. */
export const isDatabaseDown = (error: unknown): boolean => CONNECTION_TROUBLE.has(errorCode(error))

export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Name of the constraint that refused a row, or the empty string. */
export const brokenConstraint = (error: unknown): string =>
  error instanceof postgres.PostgresError ? (error.constraint_name ?? '') : ''

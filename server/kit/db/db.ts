import postgres from 'postgres'

const NUMBERS = [1005, 1007, 1021, 1022]

// name, text, varchar, bigint, boolean, date, timestamptz, numeric, uuid, json, jsonb.
const TEXTS = [1003, 1009, 1015, 1016, 1000, 1182, 1185, 1231, 2951, 199, 3807]

const ELEMENT = /"((?:[^"\\]|\\.)*)"|[^,{}]+/g

const textsIn = (array: string): (string | null)[] =>
  [...array.matchAll(ELEMENT)].map(([bare, quoted]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/gs, '$1')
    return bare === 'NULL' ? null : bare
  })

const numbersIn = (array: string): (number | null)[] =>
  textsIn(array).map((text) => (text === null ? null : Number(text)))

/**
 * Array types for the driver. Otherwise it would query them on each new connection, and a connection that ends during
 * the query ends the process (postgres.js 3.4.9, issue 1192). The type numbers are the same in every database.
 */
const arrayTypes = Object.fromEntries(
  [...NUMBERS, ...TEXTS].map((oid) => [
    `array${oid}`,
    { to: oid, from: [oid], serialize: toSqlText, parse: NUMBERS.includes(oid) ? numbersIn : textsIn },
  ]),
)

// Without the patch, a lost connection ends the process or commits half a transaction.
if (!('patched' in postgres))
  throw new Error('The PostgreSQL driver is not patched: run any npm script once (docs/decisions/0180).')

/** Without `reserve`, whose connection can be lost without notice: see `connectOnce`. */
export type Db = postgres.ISql & Pick<postgres.Sql, 'begin' | 'end' | 'listen' | 'options'>
/** Inside `db.begin`. */
export type Tx = postgres.TransactionSql
/** Stores accept both, so that a read works inside and outside a transaction. */
export type Sql = Db | Tx

/** Connects lazily. Timestamps come back as Date, bigint as string; `null` stays null. */
export const connect = (url: string, { max = 10, name = 'cuida', lockMs = 0 }: PoolOptions = {}): Db =>
  open(url, name, { max, idle_timeout: 60 }, lockMs)

interface PoolOptions {
  max?: number
  /** Shown in `pg_stat_activity`. */
  name?: string
  /** Milliseconds that a statement waits for a lock; 0: until its own timeout. */
  lockMs?: number
}

/**
 * A single connection, for state that belongs to a database session: an advisory lock, a setting. When it is lost,
 * further statements fail instead of running on another connection.
 */
export function connectOnce(url: string, name = 'cuida'): Db {
  const end = () => void db.end({ timeout: 0 })
  const db: Db = open(url, name, { max: 1, max_lifetime: null, onclose: end })
  return db
}

function open(url: string, name: string, more: postgres.Options<Record<string, never>>, lock_timeout = 0): Db {
  return postgres(url, {
    connect_timeout: 5,
    // The driver's default grows to 20 s, which would delay requests after the database is back.
    backoff: (failures: number) => (0.5 + Math.random() / 2) * Math.min(2 ** failures / 50, 0.5),
    connection: {
      application_name: name,
      lock_timeout,
      statement_timeout: 10_000,
      idle_in_transaction_session_timeout: 15_000,
    },
    onnotice: () => {},
    fetch_types: false,
    types: {
      ...arrayTypes,
      // A `date` is a calendar day: as a `Date` it would shift with the process's time zone.
      date: { to: 1082, from: [1082], serialize: (day: string) => day, parse: (day: string) => day },
    },
    ...more,
  })
}

/**
 * Sends several statements of one transaction without waiting for each reply. They run in this order, and each sees
 * the effects of those before it. Each argument is a function call that sends one statement, except the last, which
 * may send more: a statement after a failed one must not run after the rollback.
 */
export function pipeline<T extends readonly (Promise<unknown> | undefined)[]>(
  ...started: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  // A bare query starts only when awaited, after the statements of the function calls.
  if (started.some((each) => each && 'execute' in each))
    throw new Error('pipeline was given a query instead of a function call: it would run out of order')
  return Promise.all(started)
}

/**
 * The address for graphile-worker, whose driver (pg) verifies the server's certificate also with `sslmode=require`,
 * unless it is told to do as PostgreSQL's own library and our driver do.
 */
export function graphileUrl(url: string): string {
  const address = new URL(url)
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true')
  return address.href
}

/** Error codes of the operating system and of the driver. */
const CONNECTION_TROUBLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'],
])
/**
 * SQLSTATEs: connection errors (08), lack of resources such as disk, memory and connections (53), shutdown and
 * startup (57P), disk errors (58030), a session ended within a transaction (25P03, 25P04), a read-only session
 * (25006), a statement that took or waited too long (57014, 55P03).
 */
const SERVER_TROUBLE = /^(08...|53...|57P0[1-5]|58030|25P0[34]|25006|57014|55P03)$/

/** Whether the database is unreachable, full or read-only: the response is then 503, not 401 or 500. */
export function isDatabaseDown(error: unknown): boolean {
  const code = errorCode(error)
  return CONNECTION_TROUBLE.has(code) || SERVER_TROUBLE.test(code)
}

export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Name of the violated constraint, or an empty string. */
export const brokenConstraint = (error: unknown): string =>
  error instanceof postgres.PostgresError ? (error.constraint_name ?? '') : ''

/** `{"a","b",NULL}`: quoting every element is valid for all array types. */
function toSqlText(value: unknown): string {
  return Array.isArray(value) ? `{${value.map(element).join(',')}}` : String(value)
}

function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value)) return toSqlText(value)
  return `"${plain(value).replaceAll(/["\\]/g, '\\$&')}"`
}

function plain(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

import postgres from 'postgres'

const NUMBERS = [1005, 1007, 1021, 1022]

// name, text, varchar, bigint, boolean, date, timestamptz, numeric, uuid, json, jsonb.
const TEXTS = [1003, 1009, 1015, 1016, 1000, 1182, 1185, 1231, 2951, 199, 3807]

const ELEMENT = /"((?:[^"\\]|\\.)*)"|[^,{}]+/g

/** Elements of an array of one dimension. */
const textsIn = (array: string): (string | null)[] =>
  [...array.matchAll(ELEMENT)].map(([bare, quoted]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/gs, '$1')
    return bare === 'NULL' ? null : bare
  })

const numbersIn = (array: string): (number | null)[] =>
  textsIn(array).map((text) => (text === null ? null : Number(text)))

/**
 * PostgreSQL's arrays of what we store, for the driver. It would ask each new connection for them, and whoever ended that
 * connection meanwhile ended the process (postgres.js 3.4.9, issue 1192). The numbers are the same in every database.
 */
const arrayTypes = Object.fromEntries(
  [...NUMBERS, ...TEXTS].map((oid) => [
    `array${oid}`,
    { to: oid, from: [oid], serialize: written, parse: NUMBERS.includes(oid) ? numbersIn : textsIn },
  ]),
)

// Without the patch, a lost connection ends the process or commits half a transaction.
if (!('patched' in postgres))
  throw new Error('The PostgreSQL driver is not patched: run any npm script once (docs/decisions/0180).')

/** Without `reserve`, which gives no sign when its connection is no more: see `connectOnce`. */
export type Db = postgres.ISql & Pick<postgres.Sql, 'begin' | 'end' | 'listen' | 'options'>
/** Inside `db.begin`. */
export type Tx = postgres.TransactionSql
/** Either: stores take this, so that a read works inside and outside a transaction. */
export type Sql = Db | Tx

/** Connects lazily. Timestamps come back as Date, bigint as string; `null` stays null. */
export const connect = (url: string, { max = 10, name = 'cuida' }: { max?: number; name?: string } = {}): Db =>
  open(url, name, { max, idle_timeout: 60 })

/** One connection, for what a session holds: a lock, a setting. When it is lost nothing runs any more, least of all on another. */
export function connectOnce(url: string, name = 'cuida'): Db {
  const end = () => void db.end({ timeout: 0 })
  const db: Db = open(url, name, { max: 1, max_lifetime: null, onclose: end })
  return db
}

function open(url: string, name: string, more: postgres.Options<Record<string, never>>): Db {
  return postgres(url, {
    connect_timeout: 5,
    // The driver's own grows to 20 s: who waits for a database that is back should not wait for us as well.
    backoff: (failures: number) => (0.5 + Math.random() / 2) * Math.min(2 ** failures / 50, 0.5),
    connection: { application_name: name, statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 },
    onnotice: () => {},
    fetch_types: false,
    types: {
      ...arrayTypes,
      // A date is a calendar day, not a moment: it must not drift with the process's time zone.
      date: { to: 1082, from: [1082], serialize: (day: string) => day, parse: (day: string) => day },
    },
    ...more,
  })
}

/**
 * Sends statements of one transaction in one go instead of waiting for each answer. They run in this order, and each sees
 * what those before it did. Functions that send one statement each, but for the last: what follows a failed one must not run
 * after the rollback.
 */
export function pipeline<T extends readonly (Promise<unknown> | undefined)[]>(
  ...started: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  // A bare query would begin only now, after those that a function has begun.
  if (started.some((each) => each && 'execute' in each)) throw new Error('a bare query would lose its place')
  return Promise.all(started)
}

/** Of the system, and of the driver. */
const CONNECTION_TROUBLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'CONNECT_TIMEOUT', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'],
])
/**
 * Of PostgreSQL: connections (08), resources such as disk, memory and connections (53), its end and its start (57P), disk
 * (58030), a session that was given up in the middle of a transaction (25P03, 25P04), one that may only read (25006).
 */
const SERVER_TROUBLE = /^(08...|53...|57P0[1-5]|58030|25P0[34]|25006)$/

/** The database is away, full or read-only: the answer is 503, never 401 or 500. */
export function isDatabaseDown(error: unknown): boolean {
  const code = errorCode(error)
  return CONNECTION_TROUBLE.has(code) || SERVER_TROUBLE.test(code)
}

export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Name of the constraint that refused a row, or the empty string. */
export const brokenConstraint = (error: unknown): string =>
  error instanceof postgres.PostgresError ? (error.constraint_name ?? '') : ''

/** `{"a","b",NULL}`: every element quoted, which is right for all of them. */
function written(value: unknown): string {
  return Array.isArray(value) ? `{${value.map(element).join(',')}}` : String(value)
}

function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value)) return written(value)
  return `"${plain(value).replaceAll(/["\\]/g, '\\$&')}"`
}

function plain(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

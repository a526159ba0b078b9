import { setTimeout as pause } from 'node:timers/promises'
import { type Db, errorCode, type Sql, type Tx } from '../db/db.ts'
import type { Migration } from './files.ts'

/** How long and how often a migration waits for a locked table: while it waits, every later statement on the table waits behind it. */
export interface LockRetry {
  lockMs: number
  tries: number
  pauseMs: number
}
export const LOCK_RETRY: LockRetry = { lockMs: 3_000, tries: 20, pauseMs: 1_000 }
/** A concurrent index build waits for other transactions, but none waits behind it. */
const INDEX_LOCK_MS = 600_000

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Runs a migration and records it, in one transaction. Outside a transaction, a half-built index is dropped and built
 * again.
 */
export async function run(own: Db, migration: Migration, lockRetry: LockRetry): Promise<void> {
  const { name, text } = migration
  if (isOutside(text)) {
    const steps = stepsOf(name, text)
    await own`select set_config('lock_timeout', ${String(INDEX_LOCK_MS)}, false)`
    for (const step of steps) await take(own, step)
    await record(own, migration)
  } else
    await withLockRetry(own, name, lockRetry, async (tx) => {
      await tx.unsafe(text)
      await record(tx, migration)
    })
}

/** Retries in a new transaction when a lock is not granted within `lockMs`. */
export async function withLockRetry(
  own: Db,
  what: string,
  lockRetry: LockRetry,
  act: (tx: Tx) => Promise<void>,
): Promise<void> {
  for (let triesLeft = lockRetry.tries; ; triesLeft -= 1) {
    try {
      await own.begin(async (tx) => {
        await tx`select set_config('lock_timeout', ${String(lockRetry.lockMs)}, true)`
        await act(tx)
      })
      return
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error
      if (triesLeft <= 1)
        throw new Error(
          `${what} needs a table that another transaction locks, and gave up after ${lockRetry.tries} tries. ` +
            'It was rolled back: run it again when that transaction has ended.',
        )
    }
    await pause(lockRetry.pauseMs)
  }
}

async function take(own: Db, { statement, makes }: Step): Promise<void> {
  if (makes) {
    const [index] = await own<{ valid: boolean }[]>`
      select indisvalid as valid from pg_index where indexrelid = to_regclass(${makes})`
    // Complete: the previous run ended before it recorded the migration.
    if (index?.valid) return
    // Interrupted: an invalid index slows down writes and serves no query.
    if (index) await own`drop index concurrently ${own(makes)}`
  }
  await own.unsafe(statement)
}

const record = (sql: Sql, { name, checksum }: Migration) =>
  sql`insert into migration (name, checksum) values (${name}, ${checksum})`

/**
 * Indexes on existing tables are built outside a transaction, so that writes go on. Such a migration begins with this line,
 * and holds nothing but `create index concurrently` and `drop index concurrently if exists`.
 */
const OUTSIDE = '-- outside a transaction'

const CREATE = /^create (?:unique )?index concurrently (\w+) on /
const DROP = /^drop index concurrently if exists \w+$/

interface Step {
  statement: string
  /** Name of the index that it creates; undefined when it drops one. */
  makes: string | undefined
}

export const isOutside = (text: string): boolean => text.startsWith(OUTSIDE)

/** The statements of the migration; each can run again after an interruption. Throws for any other statement. */
export function stepsOf(name: string, text: string): Step[] {
  return statementsOf(text).map((statement) => {
    const flat = statement.toLowerCase().replaceAll(/\s+/g, ' ')
    const makes = CREATE.exec(flat)?.[1]
    if (makes || DROP.test(flat)) return { statement, makes }
    throw new Error(
      `${name} runs outside a transaction and may only create and drop indexes concurrently, not: ${flat}`,
    )
  })
}

const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

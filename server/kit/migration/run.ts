import { setTimeout as pause } from 'node:timers/promises'
import { type Db, errorCode, type Sql, type Tx } from '../db/db.ts'
import { isOutside, type Step, stepsOf } from './concurrent.ts'
import type { Migration } from './files.ts'

/** How long a table that somebody holds is waited for, and how often: whoever waits for all of a table keeps others waiting. */
export interface Patience {
  lockMs: number
  tries: number
  pauseMs: number
}
export const PATIENCE: Patience = { lockMs: 3_000, tries: 20, pauseMs: 1_000 }
/** An index that is built beside the others' work waits for their transactions, and nobody for it. */
const INDEX_LOCK_MS = 600_000

const LOCK_NOT_AVAILABLE = '55P03'

/** All of it and the line that says so, or nothing; an index that is built beside others' work is there whole, or made again. */
export async function run(own: Db, migration: Migration, patience: Patience): Promise<void> {
  const { name, text } = migration
  if (isOutside(text)) {
    const steps = stepsOf(name, text)
    await own`select set_config('lock_timeout', ${String(INDEX_LOCK_MS)}, false)`
    for (const step of steps) await take(own, step)
    await record(own, migration)
  } else
    await inTurns(own, name, patience, async (tx) => {
      await tx.unsafe(text)
      await record(tx, migration)
    })
}

/** In a transaction that gives up early on what somebody else holds, and comes back. */
async function inTurns(own: Db, what: string, patience: Patience, act: (tx: Tx) => Promise<void>): Promise<void> {
  for (let left = patience.tries; ; left -= 1) {
    try {
      await own.begin(async (tx) => {
        await tx`select set_config('lock_timeout', ${String(patience.lockMs)}, true)`
        await act(tx)
      })
      return
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error
      if (left <= 1)
        throw new Error(
          `Somebody holds a table that ${what} needs, and did all the ${patience.tries} times that it was asked for. ` +
            'Nothing of it has changed: run it again when they are done.',
        )
    }
    await pause(patience.pauseMs)
  }
}

async function take(own: Db, { statement, makes }: Step): Promise<void> {
  if (makes) {
    const [there] = await own<{ valid: boolean }[]>`
      select indisvalid as valid from pg_index where indexrelid = to_regclass(${makes})`
    // Built before the line was written that says so.
    if (there?.valid) return
    // Cut off in the middle: it slows down whoever writes, and serves nobody.
    if (there) await own`drop index concurrently ${own(makes)}`
  }
  await own.unsafe(statement)
}

const record = (sql: Sql, { name, checksum }: Migration) =>
  sql`insert into migration (name, checksum) values (${name}, ${checksum})`

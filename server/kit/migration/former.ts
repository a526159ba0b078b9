import { readFile } from 'node:fs/promises'
import type { Sql, Tx } from '../db/db.ts'
import { type Migration, readNames } from './files.ts'

/** The migrations from before the baseline, which made what the baseline makes, but for the names of some checks. */
const FORMER = new URL('../../migrations/former/', import.meta.url)
const LAST_OF_BASELINE = '013_support.sql'

/** Whether the bookkeeping is of before the baseline: names without checksums. */
export async function isFormer(sql: Sql): Promise<boolean> {
  const [found] = await sql`
    select 1 where to_regclass('migration') is not null and not exists (
      select 1 from pg_attribute where attrelid = to_regclass('migration') and attname = 'checksum')`
  return found !== undefined
}

/**
 * Writes the baseline down in place of the migrations that made the same. Only where all of them have run: nobody else
 * knows how to finish what half of them left.
 */
export async function adopt(tx: Tx, known: readonly Migration[]): Promise<void> {
  await tx`lock table migration`
  const had = (await tx<{ name: string }[]>`select name from migration`).map(({ name }) => name)
  await tx`alter table migration add column checksum text`
  if (had.length > 0) {
    refuseOther(had, await readNames(new URL('names.txt', FORMER)))
    await tx.unsafe(await readFile(new URL('shape.sql', FORMER), 'utf8'))
    await tx`delete from migration`
    for (const { name, checksum } of baselineOf(known))
      await tx`insert into migration (name, checksum) values (${name}, ${checksum})`
  }
  await tx`alter table migration alter column checksum set not null`
}

function refuseOther(had: readonly string[], former: readonly string[]): void {
  const strange = had.filter((name) => !former.includes(name))
  if (strange.length > 0)
    throw new Error(`It has migrations that no version before this one had: ${strange.join(', ')}.`)
  const [missing] = former.filter((name) => !had.includes(name))
  if (missing)
    throw new Error(
      `It was made by a former version and has ${had.length} of its ${former.length} migrations; the first that is missing ` +
        `is ${missing}. Start the newest version that has them once (npm run migrate), and then this one.`,
    )
}

export const baselineOf = (known: readonly Migration[]): readonly Migration[] =>
  known.slice(0, known.findIndex(({ name }) => name === LAST_OF_BASELINE) + 1)

import { readFile } from 'node:fs/promises'
import type { Sql, TransactionSql } from 'postgres'
import { MIGRATIONS, type Migration, readMigrations } from './files.ts'
import { migrate } from './migrate.ts'
import { folderOf } from './test-folder.ts'

/** What a database of the previous release holds: which migrations it has had, and its rows. `npm run db:release` keeps it. */
export const RELEASED = new URL('./released/', import.meta.url)
export const NAMES = new URL('migrations.txt', RELEASED)
export const ROWS = new URL('rows.jsonl', RELEASED)

interface Kept {
  table: string
  row: Record<string, unknown>
}

export async function keptRows(db: Sql): Promise<Kept[]> {
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' order by relname`
  const kept = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await db<
        { row: Kept['row'] }[]
      >`select to_jsonb(t) as row from ${db(name)} t order by to_jsonb(t)::text`
      return rows.map(({ row }) => ({ table: name, row }))
    }),
  )
  return kept.flat()
}

/** Makes of an empty database one as the previous release left it. */
export async function asReleased({ url, db }: { url: string; db: Sql }): Promise<void> {
  const released = await releasedOf(await readMigrations(MIGRATIONS))
  await migrate(url, { folder: await folderOf(released) })
  await fill(db, await readKept())
}

/** Those that were released, which have not changed since: a fault in one is mended by another. */
async function releasedOf(known: readonly Migration[]): Promise<Migration[]> {
  const released = (await readFile(NAMES, 'utf8')).trim().split('\n')
  return released.map((line) => {
    const [checksum, name] = line.split('  ')
    const migration = known.find((each) => each.name === name)
    if (!migration || migration.checksum !== checksum) throw new Error(`${name} is not what was released.`)
    return migration
  })
}

const readKept = async (): Promise<Kept[]> =>
  (await readFile(ROWS, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** In whatever order: what refers to what is true of all of them together. */
async function fill(db: Sql, kept: readonly Kept[]): Promise<void> {
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`truncate audit_head`
    for (const { table, row } of kept) {
      const columns = await tx<{ name: string }[]>`
        select attname as name from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
      const names = tx(columns.map(({ name }) => name))
      await tx`
        insert into ${tx(table)} (${names}) overriding system value
        select ${names} from jsonb_populate_record(null::${tx(table)}, ${tx.json(row as never)})`
    }
    await countOn(tx)
  })
}

/** Numbers that are counted go on after those that are there. */
async function countOn(tx: TransactionSql): Promise<void> {
  const counted = await tx<{ table: string; column: string }[]>`
    select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attidentity <> '' and c.relnamespace = 'public'::regnamespace`
  for (const { table, column } of counted)
    await tx`
      select setval(pg_get_serial_sequence(${table}, ${column}), (select max(${tx(column)}) from ${tx(table)}))`
}

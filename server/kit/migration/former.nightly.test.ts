import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../testing/test-empty-database.ts'
import { MIGRATIONS, readMigrations, readNames } from './files.ts'
import { baselineOf } from './former.ts'
import { isUpToDate, migrate } from './migrate.ts'
import { asReleased, keptRows } from './test-release.ts'
import { shapeOf } from './test-shape.ts'

const FORMER = new URL('../../migrations/former/', import.meta.url)
const former = () => readNames(new URL('names.txt', FORMER))

/** As the last of the former migrations left it, with a demo in it; `names` is what its bookkeeping says. */
async function madeByFormer(names: readonly string[]) {
  const made = await emptyDatabase()
  await asReleased(made)
  const { db } = made
  const shape = await readFile(new URL('shape.sql', FORMER), 'utf8')
  for (const [_whole, table = '', from = '', to = ''] of shape.matchAll(
    /alter table (\w+) rename constraint (\w+) to (\w+);/g,
  ))
    await db`alter table ${db(table)} rename constraint ${db(to)} to ${db(from)}`
  await db`alter table company drop constraint company_name_check`
  await db`alter table company add constraint company_name_check check (char_length(name) between 2 and 80) not valid`
  await db`drop table migration`
  await db`create table migration (name text primary key, at timestamptz not null default now())`
  for (const name of names) await db`insert into migration (name) values (${name})`
  return made
}

test('a database of all the former migrations goes on, with its data, as one of the baseline', async () => {
  const { url, db } = await madeByFormer(await former())
  const before = await keptRows(db)
  const fresh = await emptyDatabase()
  expect(await isUpToDate(db).catch(() => 'not of this version')).toBe('not of this version')
  const known = await readMigrations(MIGRATIONS)
  const later = known.slice(baselineOf(known).length).map(({ name }) => name)
  expect(await migrate(url)).toEqual(later)
  expect(await isUpToDate(db)).toBe(true)
  // In columns that may be more.
  expect(await keptRows(db)).toEqual(before.map(({ table, row }) => ({ table, row: expect.objectContaining(row) })))
  await migrate(fresh.url)
  const { rows: _, ...is } = await shapeOf(db)
  const { rows: __, ...made } = await shapeOf(fresh.db)
  expect(is).toEqual({ ...made, sequences: is.sequences })
  const bookkeeping = (of: typeof db) => of`select name, checksum from migration order by name`
  expect(await bookkeeping(db)).toEqual(await bookkeeping(fresh.db))
  expect(await migrate(url)).toEqual([])
})

test('one that has only a part of them is refused untouched, and told what to do', { tags: ['nightly'] }, async () => {
  const names = (await former()).filter((name) => name !== '0080_disputes_of_months.sql')
  const { url, db } = await madeByFormer(names)
  const before = await shapeOf(db)
  await expect(migrate(url)).rejects.toThrow(
    'has 74 of its 75 migrations; the first that is missing is 0080_disputes_of_months.sql. Start the newest version that has them once',
  )
  expect(await shapeOf(db)).toEqual(before)
  expect((await db`select name from migration`).length).toBe(74)
})

test('one with migrations that nobody knows is refused untouched', { tags: ['nightly'] }, async () => {
  const { url, db } = await madeByFormer([...(await former()), '0081_of_a_branch.sql'])
  const before = await shapeOf(db)
  await expect(migrate(url)).rejects.toThrow('no version before this one had: 0081_of_a_branch.sql')
  expect(await shapeOf(db)).toEqual(before)
})

test('one whose former program was ended before its first migration begins with the baseline', {
  tags: ['nightly'],
}, async () => {
  const { url, db } = await emptyDatabase()
  await db`create table migration (name text primary key, at timestamptz not null default now())`
  expect((await migrate(url))[0]).toBe('001_kit.sql')
  expect(await isUpToDate(db)).toBe(true)
})

import { expect, test } from 'vitest'
import { emptyDatabase } from '../../testing/test-empty-database.ts'
import { MIGRATIONS, readMigrations } from './files.ts'
import { isUpToDate, migrate } from './migrate.ts'
import { folderOf } from './test-folder.ts'
import { asReleased, keptRows } from './test-release.ts'
import { shapeOf } from './test-shape.ts'

const later = [
  { name: '901_more.sql', text: 'alter table account add column probe integer not null default 7;' },
  { name: '902_quick.sql', text: '-- outside a transaction\ncreate index concurrently probes on account (probe);' },
]

async function released() {
  const made = await emptyDatabase()
  await asReleased(made)
  return { ...made, before: await keptRows(made.db) }
}

test('a database of the previous release goes on with its data', async () => {
  const { url, db, before } = await released()
  expect(before.length).toBeGreaterThan(100)
  await migrate(url)
  expect(await isUpToDate(db)).toBe(true)
  // Each row is what it was, in columns that may be more. A migration that changes some on purpose says here which.
  expect(await keptRows(db)).toEqual(
    before.map((each) => expect.objectContaining({ ...each, row: expect.objectContaining(each.row) })),
  )
})

test('and becomes what a new database is', async () => {
  const { url, db } = await released()
  const fresh = await emptyDatabase()
  for (const each of [url, fresh.url]) await migrate(each)
  const { rows: _, sequences: __, ...upgraded } = await shapeOf(db)
  const made = await shapeOf(fresh.db)
  expect(made).toMatchObject(upgraded)
})

test('and what a later version brings is made of it, beside its data', async () => {
  const { url, db, before } = await released()
  const folder = await folderOf([...(await readMigrations(MIGRATIONS)), ...later])
  expect((await migrate(url, { folder })).slice(-2)).toEqual(['901_more.sql', '902_quick.sql'])
  expect(await db`select distinct probe from account`).toEqual([{ probe: 7 }])
  expect((await keptRows(db)).length).toBe(before.length)
  // The program of before goes on beside it.
  expect(await isUpToDate(db)).toBe(true)
})

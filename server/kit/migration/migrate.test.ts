import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import type { Sql } from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '../../testing/test-empty-database.ts'
import type { Migration } from './files.ts'
import { isUpToDate, migrate } from './migrate.ts'
import type { LockRetry } from './run.ts'

const ROOT = new URL('../../../', import.meta.url)
const LOCK = 727_274
const HURRIED: LockRetry = { lockMs: 50, tries: 2, pauseMs: 1 }

const FIRST = { name: '001_first.sql', text: 'create table thing (id int primary key, word text);' }
const QUICK = {
  name: '002_quick.sql',
  text: '-- outside a transaction\ncreate index concurrently words on thing (word);\ncreate index concurrently ids on thing (id, word);',
}

type Named = Pick<Migration, 'name' | 'text'>

async function folderOf(migrations: readonly Named[]): Promise<URL> {
  const folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'cuida-migrations-'))}/`)
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const migration of migrations) await write(folder, migration)
  return folder
}

const write = (folder: URL, { name, text }: Named): Promise<void> => writeFile(new URL(name, folder), text)

const indexes = (db: Sql) => db`
  select indexrelid::regclass::text as name, indisvalid as valid from pg_index
  where indrelid = 'thing'::regclass and not indisprimary order by 1`
const done = async (db: Sql) => (await db`select name from migration order by name`).map(({ name }) => name)
const waiting = async (db: Sql) =>
  (
    await db`select pid from pg_stat_activity where application_name = 'cuida-migrate' and datname = current_database()
            and wait_event_type = 'Lock'`
  ).map(({ pid }) => pid as number)
const untilItWaits = (db: Sql) => expect.poll(() => waiting(db)).toHaveLength(1)

/** A transaction of another client that uses the table. */
async function held(db: Sql, statement: string) {
  const other = await db.reserve()
  await other.unsafe(`begin; ${statement}`)
  const letGo = async () => {
    await other`rollback`
    other.release()
  }
  return { letGo }
}

test('a migration has no statement timeout: a large table, or another program that migrates', async () => {
  const { url, db } = await createEmptyDatabase()
  const folder = await folderOf([FIRST])
  const hurried = new URL(url)
  // Far less than the ten seconds of our connections.
  hurried.searchParams.set('statement_timeout', '100')
  const migration = await db.begin(async (other) => {
    await other`select pg_advisory_xact_lock(${LOCK})`
    const waits = migrate(hurried.href, { folder })
    await other`select pg_sleep(0.5)`
    return { waits }
  })
  expect(await migration.waits).toEqual(['001_first.sql'])
})

test('of two programs that start together one migrates, and the other finds it done', async () => {
  const { url, db } = await createEmptyDatabase()
  const start = async () => {
    const program = spawn(process.execPath, ['server/migrate.ts'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, DATABASE_URL: url },
    })
    const [output, complaint] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'close')])
    return { output, complaint }
  }
  const both = await Promise.all([start(), start()])
  expect(both.map(({ complaint }) => complaint)).toEqual(['', ''])
  expect(both.map(({ output }) => output.includes('001_catalogue.sql')).sort()).toEqual([false, true])
  expect(await isUpToDate(db)).toBe(true)
})

test('waiting for the migration lock does not block a concurrent index build', async () => {
  const { url, db } = await createEmptyDatabase()
  const folder = await folderOf([FIRST, QUICK])
  const turns = await Promise.all([migrate(url, { folder }), migrate(url, { folder }), migrate(url, { folder })])
  expect(turns.flat()).toEqual(['001_first.sql', '002_quick.sql'])
  expect(await indexes(db)).toEqual([
    { name: 'ids', valid: true },
    { name: 'words', valid: true },
  ])
})

test('a migration that was changed after it ran stops the start, and nothing changes', async () => {
  const { url, db } = await createEmptyDatabase()
  const folder = await folderOf([FIRST])
  await migrate(url, { folder })
  await write(folder, { ...FIRST, text: `${FIRST.text} -- mended` })
  await write(folder, { name: '002_more.sql', text: 'create table more (id int);' })
  await expect(migrate(url, { folder })).rejects.toThrow(/^001_first.sql was edited after it ran in this database/)
  expect(await done(db)).toEqual(['001_first.sql'])
})

test('a locked table is retried a few times, then the migration fails without a change', async () => {
  const { url, db } = await createEmptyDatabase()
  const more = { name: '002_more.sql', text: 'create table more (id int); alter table thing add column more int;' }
  const folder = await folderOf([FIRST, more])
  await migrate(url, { folder: await folderOf([FIRST]) })
  const { letGo } = await held(db, 'lock table thing in access share mode')
  await expect(migrate(url, { folder, lockRetry: HURRIED })).rejects.toThrow(
    '002_more.sql needs a table that another transaction locks, and gave up after 2 tries.',
  )
  expect(await db`select to_regclass('more') as more`).toEqual([{ more: null }])
  await letGo()
  expect(await migrate(url, { folder, lockRetry: HURRIED })).toEqual(['002_more.sql'])
})

test('a killed migration leaves nothing, and runs the next time', async () => {
  const { url, db } = await createEmptyDatabase()
  const more = { name: '002_more.sql', text: 'create table more (id int); alter table thing add column more int;' }
  await migrate(url, { folder: await folderOf([FIRST]) })
  const folder = await folderOf([FIRST, more])
  const { letGo } = await held(db, 'lock table thing in access share mode')
  const script = `import { migrate } from './server/kit/migration/migrate.ts'
    await migrate('${url}', { folder: new URL('${folder}'), lockRetry: { lockMs: 0, tries: 1, pauseMs: 1 } })`
  const program = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: ROOT, stdio: 'ignore' })
  onTestFinished(() => void program.kill('SIGKILL'))
  await untilItWaits(db)
  program.kill('SIGKILL')
  await once(program, 'close')
  await letGo()
  expect(await migrate(url, { folder })).toEqual(['002_more.sql'])
  expect(await done(db)).toEqual(['001_first.sql', '002_more.sql'])
})

test('an interrupted index is built again, and a finished one is not', async () => {
  const { url, db } = await createEmptyDatabase()
  await migrate(url, { folder: await folderOf([FIRST]) })
  const folder = await folderOf([FIRST, QUICK])
  await db`create index words on thing (word)`
  const [before] = await db`select 'words'::regclass::oid as oid`
  // The index build waits for the open write transaction.
  const { letGo } = await held(db, `insert into thing values (1, 'a')`)
  const failure = expect(migrate(url, { folder })).rejects.toThrow()
  await untilItWaits(db)
  const [pid] = await waiting(db)
  await db`select pg_terminate_backend(${pid ?? 0})`
  await failure
  expect(await indexes(db)).toEqual([
    { name: 'ids', valid: false },
    { name: 'words', valid: true },
  ])
  expect(await done(db)).toEqual(['001_first.sql'])
  await letGo()
  expect(await migrate(url, { folder })).toEqual(['002_quick.sql'])
  expect(await indexes(db)).toEqual([
    { name: 'ids', valid: true },
    { name: 'words', valid: true },
  ])
  expect(await db`select 'words'::regclass::oid as oid`).toEqual([before])
})

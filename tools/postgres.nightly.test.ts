import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { runningPostgres, startPostgres } from './postgres.ts'
import { temporaryDataDir } from './temporary-postgres.ts'

const folder = temporaryDataDir('postgres')
const dataDir = folder.path
let database: Awaited<ReturnType<typeof startPostgres>>
const start = () => startPostgres({ dataDir, say: () => {} })

beforeAll(async () => {
  database = await start()
})
afterAll(async () => {
  await database.stop()
  await folder.remove()
})

async function query(text: string) {
  const db = postgres(database.url, { max: 1 })
  return db.unsafe(text).finally(() => db.end())
}
const lockFile = () => join(database.directory, 'postmaster.pid')

test('stored data survives a restart', async () => {
  await query('create table note (text text); insert into note values ($$kept$$)')
  await database.stop()
  expect(runningPostgres(dataDir)).toBeUndefined()
  database = await start()
  expect(await query('select text from note')).toEqual([{ text: 'kept' }])
})

test('committed data survives a killed server', async () => {
  await query('create table receipt (cents int); insert into receipt values (2900)')
  process.kill(Number(readFileSync(lockFile(), 'utf8').split('\n')[0]), 'SIGKILL')
  database.kill()
  database = await start()
  expect(await query('select cents from receipt')).toEqual([{ cents: 2900 }])
})

test('a lock file whose process id now belongs to another program does not block the start', async () => {
  await database.stop()
  writeFileSync(lockFile(), `${process.pid}\n${database.directory}\n0\n5432\n\n\n\nready\n`)
  database = await start()
  expect(await query('select 1 as one')).toEqual([{ one: 1 }])
})

test('a second Cuida on the same data folder is refused', async () => {
  await expect(start()).rejects.toThrow(/^Another Cuida process uses this data folder;/)
})

test('a short command finds the running server', () => expect(runningPostgres(dataDir)?.url).toBe(database.url))

test('other users can read neither the password nor the files', () => {
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o077).toBe(0)
  expect(statSync(database.directory).mode & 0o077).toBe(0)
})

test('text is UTF-8 and pages have checksums', async () => {
  const settings = `current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums`
  expect(await query(`select ${settings}, upper('ñ') as upper`)).toEqual([
    { encoding: 'UTF8', checksums: 'on', upper: 'Ñ' },
  ])
})

test('a valid DATABASE_URL passes', () => expect(checkDatabase(database.url)).resolves.toBeUndefined())

test.each([
  ['a wrong password', { password: 'wrong' }, /refused the user "cuida_app" or the password\.$/],
  ['a missing database', { pathname: '/gone' }, /has no database "gone"\.$/],
  ['an unknown host', { hostname: 'db.invalid' }, /^DATABASE_URL does not work: there is no host "db.invalid"\.$/],
])('%s is reported in one sentence without the password', async (_, change, sentence) => {
  const url = Object.assign(new URL(database.url), change)
  const problem = await checkDatabase(url.href).catch((error: Error) => error.message)
  expect(problem).toMatch(sentence)
  expect(problem).not.toContain(url.password)
})

test('an unreachable server is reported in one sentence', async () => {
  const port = await freePort()
  await expect(checkDatabase(`postgres://a:b@127.0.0.1:${port}/c`)).rejects.toThrow(
    `DATABASE_URL does not work: nothing listens on 127.0.0.1:${port}.`,
  )
})

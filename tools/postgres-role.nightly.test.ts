import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from './postgres.ts'
import { ROOT } from './run.ts'
import { temporaryDataDir } from './temporary-postgres.ts'

const folder = temporaryDataDir('role')
const log = join(folder.path, 'postgres.log')
let database: Awaited<ReturnType<typeof startPostgres>>
const start = () => startPostgres({ dataDir: folder.path, fast: true, say: () => {} })

beforeAll(async () => {
  database = await start()
})
afterAll(async () => {
  await database.stop()
  await folder.remove()
})

async function query(url: string, text: string) {
  const db = postgres(url, { max: 1, onnotice: () => {} })
  return db.unsafe(text).finally(() => db.end())
}
function migrate(url: string): void {
  const env = { PATH: process.env.PATH, DATABASE_URL: url }
  const { status, stderr } = spawnSync(process.execPath, ['server/migrate.ts'], { cwd: ROOT, env, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
}
const foreign = () =>
  query(
    database.adminUrl,
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and pg_get_userbyid(c.relowner) <> 'cuida_app'`,
  )

test('an old data folder, created by a superuser, continues to work with a restricted role', async () => {
  const { adminUrl } = database
  // The former state: the superuser owns everything.
  await query(adminUrl, 'alter database cuida owner to cuida')
  migrate(adminUrl)
  await query(
    adminUrl,
    `insert into account (country, password_hash, email, phone) values ('ES', 'x', 'somebody@example.com', '+34600000001')`,
  )
  expect((await foreign()).length).toBeGreaterThan(100)
  await database.stop()
  database = await start()
  expect(await foreign()).toEqual([])
  // Later migrations, including those of the job queue, may change the existing tables.
  migrate(database.url)
  expect(await query(database.url, 'select phone from account')).toEqual([{ phone: '+34600000001' }])
  await query(database.url, 'begin; alter table account add column probe int; rollback')
  await query(database.url, `select graphile_worker.add_job('probe'); select * from graphile_worker._private_jobs`)
})

test("the product's role has no rights on the server or on other databases", async () => {
  const [role] = await query(
    database.url,
    'select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
  )
  expect(Object.values(role ?? { none: true })).toEqual([false, false, false, false, false])
  await expect(query(database.url, `copy account to program 'cat'`)).rejects.toMatchObject({ code: '42501' })
  await expect(query(database.url, `select pg_read_file('postgresql.conf')`)).rejects.toMatchObject({ code: '42501' })
  await expect(query(database.url, 'create database more')).rejects.toMatchObject({ code: '42501' })
})

test("the server's log contains no personal data, neither for unique violations nor for invalid values", async () => {
  const person = { phone: '+34699123456', email: 'canary@example.com', cpf: '52998224725', document: 'CANARYDOC' }
  const twice = (insert: string) => query(database.url, `${insert}; ${insert}`)
  const refused = [
    twice(
      `insert into account (country, password_hash, email, phone) values ('ES', 'x', gen_random_uuid() || '@example.com', '${person.phone}')`,
    ),
    twice(
      `insert into account (country, password_hash, email, phone) values ('ES', 'x', '${person.email}', '+3469912' || floor(random() * 9000 + 1000))`,
    ),
    query(
      database.url,
      `insert into account (country, password_hash, email, phone) values ('ES', 'x', 'else@example.com', '${person.phone} ')`,
    ),
    query(database.url, `select '${person.email}'::uuid`),
    query(database.url, `select '${person.cpf}'::int2`),
    query(database.url, `select * from nowhere where document = '${person.document}'`),
  ]
  const codes = await Promise.all(
    refused.map((one) =>
      one.then(
        () => 'done',
        ({ code }) => code,
      ),
    ),
  )
  expect(codes).toEqual(['23505', '23505', '23514', '22P02', '22003', '42P01'])
  const lines = readFileSync(log, 'utf8')
  expect(lines).toContain('ready to accept connections')
  for (const trace of Object.values(person)) expect(lines).not.toContain(trace)
})

import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { s3Files } from '../../server/providers/files/s3.ts'
import { startS3Server } from '../../server/providers/files/test-s3-server.ts'
import { ensureBackupPrograms } from '../debian.ts'
import { ROOT, run } from '../run.ts'
import { DATABASE_FILE, readManifest } from './manifest.ts'
import { createDebianCluster, type DebianCluster } from './test-debian-cluster.ts'

const hasPrograms = await ensureBackupPrograms()
const CANARY = 'canary@example.test'
const STOPPED = new Date(Date.now() + 60_000).toISOString()

describe.skipIf(!hasPrograms)('a backup by pg_dump', () => {
  let cluster: DebianCluster
  let folder: string
  let env: Record<string, string | undefined>
  const document = randomUUID()
  const content = randomBytes(100_000)

  const program = (name: string, args: string[], more = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`tools/${name}.ts`, ...args], {
      cwd: ROOT,
      env: { ...env, ...more },
      encoding: 'utf8',
    })
    return { status, output: stdout + stderr }
  }
  /** Without blocking this process, which some servers need to live. */
  const runAside = (name: string, args: string[], more: Record<string, string>) =>
    run(process.execPath, [`tools/${name}.ts`, ...args], { env: { ...env, ...more } })
  const backups = () => join(folder, 'backups')
  const names = () => readdirSync(backups()).filter((name) => name.startsWith('20'))
  const newest = () => join(backups(), names().at(-1) ?? '')
  const backUp = (...more: string[]) => {
    // Names have seconds.
    spawnSync('sleep', ['1'])
    return program('backup', [backups(), '--recipients', join(folder, 'recipients'), ...more])
  }
  const restore = (path: string, database: Record<string, string>, ...more: string[]) =>
    program('restore', [path, '--identity', join(folder, 'key'), '--stopped-at', STOPPED, ...more], {
      ...database,
      DATA_DIR: join(folder, 'restored'),
    })
  const query = async (url: string, text: string) => {
    const db = postgres(url, { max: 1, onnotice: () => {} })
    return db.unsafe(text).finally(() => db.end())
  }
  const filesOf = (dataDir: string) =>
    readdirSync(join(folder, dataDir, 'documents'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.includes('/'),
    )

  beforeAll(async () => {
    cluster = await createDebianCluster()
    folder = mkdtempSync(join(tmpdir(), 'cuida-backup-'))
    for (const name of ['key', 'other-key']) spawnSync('age-keygen', ['--output', join(folder, name)])
    writeFileSync(join(folder, 'recipients'), spawnSync('age-keygen', ['-y', join(folder, 'key')]).stdout)
    env = {
      PATH: process.env.PATH,
      DATABASE_URL: cluster.url,
      DATABASE_OWNER_URL: cluster.ownerUrl,
      DATA_DIR: join(folder, 'data'),
      SIMULATORS_URL: 'http://127.0.0.1:9',
      SIMULATORS_SMTP_URL: 'smtp://127.0.0.1:9',
    }
    spawnSync(process.execPath, ['server/migrate.ts'], {
      cwd: ROOT,
      env: { ...env, DATABASE_OWNER_URL: cluster.ownerUrl },
    })
    await query(
      cluster.url,
      `with made as (insert into account (country, password_hash, email, phone)
         values ('ES', 'x', '${CANARY}', '+34600000001') returning id),
       open as (insert into session (account_id) select id from made)
       insert into notification (type, account_id) select 'booked', id from made`,
    )
    mkdirSync(join(folder, 'data', 'documents', document.slice(0, 2)), { recursive: true })
    writeFileSync(join(folder, 'data', 'documents', document.slice(0, 2), document), content)
  })
  afterAll(() => {
    cluster.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a backup has the database and the documents, and nobody without the key reads them', () => {
    const metrics = join(folder, 'cuida.prom')
    expect(backUp('--metrics', metrics)).toEqual({ status: 0, output: expect.any(String) })
    expect(readFileSync(metrics, 'utf8')).toMatch(/^cuida_backup_last_success_timestamp_seconds \d{10}$/m)
    const { database, documents } = readManifest(newest())
    expect(database).toMatchObject({ postgres: Number(cluster.version), migration: expect.stringMatching(/^\d{3}_/) })
    expect(documents.count).toBe(1)
    const sums = spawnSync('sha256sum', ['--check', join(newest(), 'documents.sha256')], { cwd: backups() })
    expect(sums.status).toBe(0)
    for (const name of readdirSync(backups(), { recursive: true, encoding: 'utf8' })) {
      const path = join(backups(), name)
      const bytes = name.includes('.') ? readFileSync(path) : Buffer.alloc(0)
      expect(bytes.includes(CANARY)).toBe(false)
      expect(bytes.includes(content.subarray(0, 100))).toBe(false)
    }
  })

  test('a restored backup has everything, nobody is signed in and nothing is sent twice', async () => {
    const database = cluster.createDatabase('restored')
    const url = database.DATABASE_OWNER_URL
    const { status, output } = restore(newest(), database)
    expect(output).toContain('1 documents were restored.')
    expect(output).toContain('1 sessions were ended')
    expect(output).toContain('1 notifications were due before the stop')
    expect(output).toContain('0 documents are known to the database and have no file; 1 files have no document')
    expect(status).toBe(0)
    expect(await query(url, 'select email from account')).toEqual([{ email: CANARY }])
    expect(await query(url, 'select 1 from session where ended_at is null')).toEqual([])
    expect(await query(url, 'select 1 from notification where done_at is null')).toEqual([])
    expect(
      await query(url, `select task_identifier as task, count(*)::int from graphile_worker.jobs group by 1 order by 1`),
    ).toEqual([{ task: 'reconcile', count: 2 }])
    expect(readFileSync(join(folder, 'restored', 'documents', document.slice(0, 2), document))).toEqual(content)
  })

  test('a database with content is overwritten only on request, and never under a running server', async () => {
    const database = cluster.createDatabase('full')
    const url = database.DATABASE_OWNER_URL
    await query(url, 'create table leftover (text text)')
    expect(restore(newest(), database)).toMatchObject({ status: 1, output: expect.stringContaining('not empty') })
    const db = postgres(database.DATABASE_URL, { max: 1 })
    await db`select 1`
    expect(restore(newest(), database, '--overwrite').output).toContain('Stop the API and the workers first')
    await db.end()
    expect(restore(newest(), database, '--overwrite')).toEqual({ status: 0, output: expect.any(String) })
    expect(
      await query(url, `select to_regclass('leftover') as leftover, count(*)::int from account group by 1`),
    ).toEqual([{ leftover: null, count: 1 }])
  })

  test('with another key, a damaged file or without its manifest a backup is refused, and the database stays empty', async () => {
    const database = cluster.createDatabase('refused')
    const url = database.DATABASE_OWNER_URL
    const path = newest()
    const other = ['--identity', join(folder, 'other-key'), '--stopped-at', STOPPED]
    const wrong = program('restore', [path, ...other], { ...database, DATA_DIR: join(folder, 'refused') })
    expect(wrong).toMatchObject({ status: 1, output: expect.stringContaining('no identity matched') })
    expect(backUp()).toEqual({ status: 0, output: expect.any(String) })
    const damaged = newest()
    appendFileSync(join(damaged, DATABASE_FILE), 'x')
    expect(restore(damaged, database).output).toContain('differs from what was backed up')
    rmSync(join(damaged, 'manifest.json'))
    expect(restore(damaged, database).output).toContain('is no complete backup')
    expect(await query(url, `select count(*)::int from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([
      { count: 0 },
    ])
  })

  test('old backups are deleted, with the copies of documents that only they have', () => {
    rmSync(join(folder, 'data', 'documents', document.slice(0, 2), document))
    expect(backUp('--keep', '1')).toEqual({ status: 0, output: expect.any(String) })
    expect(names()).toHaveLength(1)
    expect(readdirSync(join(backups(), 'documents', document.slice(0, 2)))).toEqual([])
    expect(filesOf('restored')).toHaveLength(1)
  })

  test('a backup of the documents alone replaces the former one and no backup with a database', () => {
    for (let run = 0; run < 2; run++)
      expect(backUp('--documents-only')).toEqual({ status: 0, output: expect.any(String) })
    expect(names().map((name) => Boolean(readManifest(join(backups(), name)).database))).toEqual([true, false])
  })

  test('a bucket is listed and not copied', async () => {
    const server = await startS3Server()
    const { url, region, accessKeyId, secretAccessKey } = await server.newBucket()
    await s3Files({ url, region, accessKeyId, secretAccessKey }).put(randomUUID(), content)
    const settings = { DOCUMENTS_S3_URL: url, DOCUMENTS_S3_REGION: region }
    const keys = { DOCUMENTS_S3_KEY_ID: accessKeyId, DOCUMENTS_S3_SECRET_KEY: secretAccessKey }
    spawnSync('sleep', ['1'])
    const args = [backups(), '--recipients', join(folder, 'recipients'), '--documents-only']
    const { output } = await runAside('backup', args, { ...settings, ...keys })
    expect(output).toContain('1 documents, which are not copied')
    expect(readManifest(newest())).toMatchObject({ documents: { count: 0 }, bucket: { count: 1 } })
    await server.close()
  })

  test('a restore with another APP_SECRET says so before the clinic opens', async () => {
    await query(cluster.ownerUrl, `insert into data_key (id, wrapped) values ('2026-01', '\\x00')`)
    expect(backUp()).toEqual({ status: 0, output: expect.any(String) })
    const { status, output } = restore(newest(), cluster.createDatabase('other_secret'))
    expect(output).toContain('encrypted with another APP_SECRET')
    expect(status).toBe(1)
  })

  test('a failed dump leaves no manifest and ends with 1', () => {
    const { status } = program('backup', [backups(), '--recipients', join(folder, 'other-key')])
    expect(status).toBe(1)
    expect(() => readManifest(newest())).toThrow('no complete backup')
  })
})
